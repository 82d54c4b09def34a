-- +goose Up
CREATE TABLE indagine (
    id             uuid PRIMARY KEY,
    verbale        uuid        NOT NULL,
    esito          text        NOT NULL CHECK (esito IN ('TROVATO', 'SCONOSCIUTA', 'ANOMALA')),
    motivo         text        NOT NULL DEFAULT '',
    tipo           text        NOT NULL DEFAULT '' CHECK (tipo IN ('', 'PERSONA', 'SOCIETA')),
    codice_fiscale text        NOT NULL DEFAULT '',
    cognome        text        NOT NULL DEFAULT '',
    nome           text        NOT NULL DEFAULT '',
    denominazione  text        NOT NULL DEFAULT '',
    sesso          text        NOT NULL DEFAULT '',
    data_nascita   date,
    luogo_nascita  text        NOT NULL DEFAULT '',
    indirizzo      text        NOT NULL DEFAULT '',
    civico         text        NOT NULL DEFAULT '',
    cap            text        NOT NULL DEFAULT '',
    comune         text        NOT NULL DEFAULT '',
    comune_istat   text        NOT NULL DEFAULT '',
    provincia      text        NOT NULL DEFAULT '',
    nazione        text        NOT NULL DEFAULT '',
    marca          text        NOT NULL DEFAULT '',
    modello        text        NOT NULL DEFAULT '',
    rete           text        NOT NULL DEFAULT '',
    quando         timestamptz NOT NULL,
    risposta       jsonb,
    CHECK ((esito = 'TROVATO') = (tipo <> '')),
    CHECK (esito = 'TROVATO' OR motivo <> '')
);
CREATE INDEX indagine_verbale ON indagine (verbale, quando);
COMMENT ON TABLE indagine IS 'Who answers for the vehicle of a fine, as a network said on a day: one row per look-up, never changed.';
COMMENT ON COLUMN indagine.motivo IS 'Italian, for a person: why the look-up ended so.';
COMMENT ON COLUMN indagine.tipo IS 'Empty, with all that names a person, unless the esito is TROVATO.';
COMMENT ON COLUMN indagine.luogo_nascita IS 'Name of the comune, else the cadastral code as the network gave it.';
COMMENT ON COLUMN indagine.rete IS 'Network that was asked; empty when none needed to be.';
COMMENT ON COLUMN indagine.risposta IS 'Answer of the network as it was read; null when it had none.';
CREATE TRIGGER indagine_solo_aggiunte BEFORE UPDATE OR DELETE OR TRUNCATE ON indagine
    FOR EACH STATEMENT EXECUTE FUNCTION solo_aggiunte();

CREATE VIEW vpn_v1.indagine AS
    SELECT id, verbale, esito, motivo, tipo, codice_fiscale, cognome, nome, denominazione, sesso, data_nascita,
           luogo_nascita, indirizzo, civico, cap, comune, comune_istat, provincia, nazione, marca, modello,
           rete, quando, risposta
    FROM indagine;
