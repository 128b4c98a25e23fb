"""How is a long-lived agent kept whole? Over files alone, whether or not there is a brain."""
