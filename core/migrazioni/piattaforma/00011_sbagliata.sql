-- +goose Up
-- Who has got in from where outlives a crash of PostgreSQL: on the day after it nobody pays for the mistakes of the others.
ALTER TABLE conosciuto SET LOGGED;

-- Attempts that failed within the hour: made again they are no new failure. Unlogged: no copy of them is in the WAL or in a backup.
CREATE UNLOGGED TABLE sbagliata (
    chiave  bytea PRIMARY KEY,
    fino    timestamptz NOT NULL,
    volte   integer     NOT NULL DEFAULT 1,
    riprova timestamptz NOT NULL
);
COMMENT ON TABLE sbagliata IS 'Logins that failed, each kept an hour.';
COMMENT ON COLUMN sbagliata.chiave IS 'SHA-256 of account, address and a hash of all that was given, keyed by the key that signs tokens, which is not here.';
COMMENT ON COLUMN sbagliata.volte IS 'How often it was looked at.';
COMMENT ON COLUMN sbagliata.riprova IS 'Before it, it is refused without being looked at.';
CREATE INDEX sbagliata_fino ON sbagliata (fino);
