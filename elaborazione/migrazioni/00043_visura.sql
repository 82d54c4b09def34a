-- +goose Up
-- What the registers of the State are asked about the person of a position, and what became of the answer. Ids, states and
-- days alone: what the register said stays in connessione, under risposta.
CREATE TABLE visura (
    id        uuid PRIMARY KEY,
    verbale   uuid NOT NULL REFERENCES verbale (id),
    posizione uuid NOT NULL REFERENCES posizione (id),
    registro  text NOT NULL CHECK (registro IN ('RESIDENZA', 'DOMICILIO_DIGITALE')),
    soggetto  uuid NOT NULL REFERENCES soggetto (id),
    stato     text NOT NULL CHECK (stato IN ('CHIESTA', 'CONFORME', 'TROVATA', 'NON_TROVATA', 'CONFLITTO', 'APPLICATA', 'SCARTATA', 'SUPERATA')),
    risposta  uuid,
    giorno    date NOT NULL,
    anomalia  uuid
);
CREATE INDEX visura_verbale ON visura (verbale);
CREATE INDEX visura_attesa ON visura (stato, id) WHERE stato IN ('CHIESTA', 'CONFLITTO');
COMMENT ON TABLE visura IS 'Questions to the registers of the State about the person of a position.';

CREATE TYPE riga_visura AS (
    id uuid, verbale uuid, posizione uuid, registro text, soggetto uuid, stato text, risposta uuid, giorno date, anomalia uuid);
COMMENT ON TYPE riga_visura IS 'A row of visura, in the order in which elaborazione writes it.';
