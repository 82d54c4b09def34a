-- +goose Up
-- Why a question about the person of a position has no answer yet; a row goes with the answer.
CREATE TABLE attesa (
    posizione uuid NOT NULL,
    registro  text NOT NULL CHECK (registro IN ('RESIDENZA', 'DOMICILIO_DIGITALE')),
    verbale   uuid NOT NULL,
    codice    text NOT NULL,
    detto     text NOT NULL,
    dal       timestamptz NOT NULL,
    ultimo    timestamptz NOT NULL,
    PRIMARY KEY (posizione, registro)
);
CREATE INDEX attesa_verbale ON attesa (verbale);
COMMENT ON TABLE attesa IS 'Why a question in the queue waits, in words that name no person: the register is away, its day is used up, it refuses the command.';
CREATE VIEW connessione_v1.attesa AS SELECT posizione, registro, verbale, codice, detto, dal, ultimo FROM attesa;
COMMENT ON VIEW connessione_v1.attesa IS 'Why a question about a position waits: since when, when it was last tried.';
