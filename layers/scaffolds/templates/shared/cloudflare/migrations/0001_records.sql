-- #if records
CREATE TABLE records (
  partition TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  value TEXT NOT NULL,
  expires_ms INTEGER,
  PRIMARY KEY (partition, id)
) WITHOUT ROWID;
CREATE INDEX records_expiry ON records (expires_ms) WHERE expires_ms IS NOT NULL;
-- #endif
