-- +goose Up
ALTER TABLE operatore
    ADD COLUMN provvisoria  boolean     NOT NULL DEFAULT false,
    ADD COLUMN password_dal timestamptz NOT NULL DEFAULT now();
COMMENT ON COLUMN operatore.provvisoria IS 'The password was given by somebody else, or has expired: it opens nothing but the page that changes it.';
COMMENT ON COLUMN operatore.password_dal IS 'Since when the password is this one; for accounts older than the column, the migration.';
