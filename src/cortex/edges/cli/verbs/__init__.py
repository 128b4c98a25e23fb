"""Which words follow `cortex`? One file per verb, loaded only when that verb is used."""
