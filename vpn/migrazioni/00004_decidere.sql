-- +goose Up
ALTER TABLE indagine
    ADD COLUMN codice        text  NOT NULL DEFAULT '' CHECK (codice ~ '^[A-Z_]*$'),
    ADD COLUMN targa         text  NOT NULL DEFAULT '',
    ADD COLUMN nazione_targa text  NOT NULL DEFAULT '',
    ADD COLUMN giorno        date,
    ADD COLUMN titolo        text  NOT NULL DEFAULT '' CHECK (titolo IN ('', 'PROPRIETARIO', 'USUFRUTTUARIO', 'LOCATARIO', 'ACQUIRENTE')),
    ADD COLUMN data_furto    date,
    ADD COLUMN candidati     jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN avvertenze    jsonb NOT NULL DEFAULT '[]';
COMMENT ON COLUMN indagine.codice IS 'Stable word for motivo (vpn/README.md); empty in rows written before it existed, as all columns after risposta.';
COMMENT ON COLUMN indagine.targa IS 'Plate that was asked about, normalised: an answer about another one is not for the fine as it is now.';
COMMENT ON COLUMN indagine.nazione_targa IS 'Country of a foreign plate, ISO 3166-1 alpha-2 or as the fine has it; empty when nobody says which.';
COMMENT ON COLUMN indagine.giorno IS 'Day that was asked about: that of the violation, in Rome.';
COMMENT ON COLUMN indagine.titolo IS 'By which title the person found answers (art. 196 CdS); empty unless the esito is TROVATO.';
COMMENT ON COLUMN indagine.candidati IS 'Everybody on the papers that day, as the columns of this table name a person, with titolo, dal, al, decesso, minorenne and risponde.';
COMMENT ON COLUMN indagine.avvertenze IS 'Italian remarks on what does not fit in the answer, for a person.';

CREATE OR REPLACE VIEW vpn_v1.indagine AS
    SELECT id, verbale, esito, motivo, tipo, codice_fiscale, cognome, nome, denominazione, sesso, data_nascita,
           luogo_nascita, indirizzo, civico, cap, comune, comune_istat, provincia, nazione, marca, modello,
           rete, quando, risposta, codice, targa, nazione_targa, giorno, titolo, data_furto, candidati, avvertenze
    FROM indagine;
