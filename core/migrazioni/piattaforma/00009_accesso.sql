-- +goose Up
-- The roles that the groups of a directory or of a provider gave at the last login, among ruoli: the others were given by hand.
ALTER TABLE operatore ADD COLUMN ruoli_gruppi text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN operatore.ruoli_gruppi IS 'Those of ruoli that groups gave, and no administrator.';

-- Who vouched for a session opened by single sign-on: by this the provider ends it (back-channel logout).
ALTER TABLE sessione ADD COLUMN emittente text, ADD COLUMN soggetto text, ADD COLUMN sid text;
COMMENT ON COLUMN sessione.emittente IS 'Issuer of the provider; null for a login by password.';
COMMENT ON COLUMN sessione.soggetto IS 'The person at the provider (sub).';
COMMENT ON COLUMN sessione.sid IS 'The session at the provider, where it says one.';
CREATE INDEX sessione_fornitore ON sessione (emittente, soggetto) WHERE emittente IS NOT NULL;
