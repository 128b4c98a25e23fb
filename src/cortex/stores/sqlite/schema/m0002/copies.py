"""Which columns tell of a restore?"""

SQL = """
-- Canonical: columns of brain_meta. When the brain was last put in place from a copy that proved
-- itself, and when that copy was made; NULL for one that never was.
ALTER TABLE brain_meta ADD COLUMN restored_us INTEGER;
ALTER TABLE brain_meta ADD COLUMN restored_copy_us INTEGER;
"""
