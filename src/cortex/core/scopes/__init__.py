"""Which scope does a folder belong to? Pure resolution over the Places port."""
