-- +goose Up
CREATE TABLE rifiuto (
    registro text        NOT NULL CHECK (registro ~ '^[A-Z]+$'),
    impronta bytea       NOT NULL CHECK (length(impronta) = 32),
    perche   text        NOT NULL CHECK (perche ~ '^[A-Z_]+$'),
    quando   timestamptz NOT NULL,
    PRIMARY KEY (registro, impronta)
);
COMMENT ON TABLE rifiuto IS 'Credentials that a register has refused: they do not leave again, from any replica, until they change or a person says so. No credentials are here.';
COMMENT ON COLUMN rifiuto.impronta IS 'Digest of user, password and PIN (PBKDF2, salted with register and command).';
COMMENT ON COLUMN rifiuto.perche IS 'The word of the refusal.';
COMMENT ON COLUMN domanda.esito IS 'TROVATO, or the word of what came instead; SENZA_RISPOSTA: the question left and brought nothing, and the register may bill it.';
COMMENT ON TABLE domanda IS 'Every answer that a register gave, every question that left whole and brought none, and what it cost the command: no person and no plate. Append-only.';
