"""Who builds things? The only place that reads settings and assembles objects."""
