-- +goose Up
ALTER TABLE sessione ADD COLUMN garanti bytea[] NOT NULL DEFAULT '{}';
CREATE INDEX sessione_garanti ON sessione USING gin (garanti) WHERE garanti <> '{}';
COMMENT ON COLUMN sessione.garanti IS 'Of who came in by the provider of a portal: hashes of portal, provider and subject, and of portal, provider and session there, by which the provider says that it is over.';
