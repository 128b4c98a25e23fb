"""Which tables does a brain file have? Numbered migrations, never changed once released."""
