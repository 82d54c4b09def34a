-- +goose Up
CREATE TABLE ricordo (
    collegamento text        NOT NULL,
    parte        text        NOT NULL,
    chiave       bytea       NOT NULL CHECK (length(chiave) = 32),
    codice       text        NOT NULL CHECK (codice ~ '^[A-Z_]+$'),
    dettaglio    text        NOT NULL DEFAULT '',
    nazione      text        NOT NULL DEFAULT '',
    fino         timestamptz NOT NULL,
    PRIMARY KEY (collegamento, parte, chiave)
);
CREATE INDEX ricordo_fino ON ricordo (fino);
COMMENT ON TABLE ricordo IS 'Negative answers of registers to work, for a day: while the next register is silent the one that has answered is not asked, and paid, again by any replica. No plate and no person: chiave is a digest.';
