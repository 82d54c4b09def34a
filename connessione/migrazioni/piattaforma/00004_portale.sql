-- +goose Up
CREATE TABLE sessione (
    chiave bytea PRIMARY KEY,
    contenuto bytea NOT NULL,
    scade timestamptz NOT NULL
);
CREATE INDEX sessione_scade ON sessione (scade);
COMMENT ON TABLE sessione IS 'Sessions of the citizens'' pages: hash of the cookie, and the token sealed with a key that only the cookie gives.';

CREATE UNLOGGED TABLE ricostruzione (
    tenant text NOT NULL,
    chiave bytea NOT NULL,
    vera boolean NOT NULL,
    PRIMARY KEY (tenant, chiave)
);
COMMENT ON TABLE ricostruzione IS 'Scratch of instradamento ricostruisci: the rows that a tenant had, and those that its notices give (vera).';
