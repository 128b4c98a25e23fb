"""How do hosts write their sessions down? One reader a format; no hook loads these."""
