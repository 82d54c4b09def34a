-- +goose Up
-- Failures of an address over all accounts: who tries one password on many names is made to wait as who tries many on one.
CREATE UNLOGGED TABLE tentativo_indirizzo (
    chiave  bytea PRIMARY KEY,
    falliti integer     NOT NULL,
    ultimo  timestamptz NOT NULL,
    riprova timestamptz NOT NULL
);
COMMENT ON COLUMN tentativo_indirizzo.chiave IS 'SHA-256 of the address (IPv6: its /64).';
CREATE INDEX tentativo_indirizzo_ultimo ON tentativo_indirizzo (ultimo);

CREATE UNLOGGED TABLE conosciuto (
    chiave bytea PRIMARY KEY,
    ultimo timestamptz NOT NULL
);
COMMENT ON TABLE conosciuto IS 'Accounts that have logged in from an address: they do not wait for what others fail there.';
COMMENT ON COLUMN conosciuto.chiave IS 'SHA-256 of the account and of the address.';
CREATE INDEX conosciuto_ultimo ON conosciuto (ultimo);
