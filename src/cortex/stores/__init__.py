"""Where do bytes live? Durable storage behind the ports, one package a backend."""
