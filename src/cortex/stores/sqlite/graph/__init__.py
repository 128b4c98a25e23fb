"""Where does a seat's client graph lie? In a file of its own, beside no brain."""
