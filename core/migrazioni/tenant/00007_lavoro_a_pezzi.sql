-- +goose Up
CREATE TABLE lavoro_morto_pezzo (
    lettera  text        NOT NULL,
    impronta text        NOT NULL CHECK (impronta ~ '^[0-9a-f]{64}$'),
    pezzo    integer     NOT NULL CHECK (pezzo > 0),
    byte     bytea       NOT NULL,
    arrivato timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (lettera, impronta, pezzo)
);
CREATE INDEX lavoro_morto_pezzo_arrivato ON lavoro_morto_pezzo (arrivato);
COMMENT ON TABLE lavoro_morto_pezzo IS 'Pieces of dead letters larger than a message of the bus, until the last one has come: then they are one row of lavoro_morto.';
COMMENT ON COLUMN lavoro_morto_pezzo.lettera IS 'ce-id of the dead letter, the same of all its pieces.';
COMMENT ON COLUMN lavoro_morto_pezzo.impronta IS 'SHA-256 of the whole letter.';
