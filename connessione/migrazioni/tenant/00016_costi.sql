-- +goose Up
-- What each register that is paid cost, beside the sum: a look-up may ask more than one, and the last may be silent.
ALTER TABLE interrogazione ADD COLUMN costi jsonb NOT NULL DEFAULT '{}';
COMMENT ON COLUMN interrogazione.costi IS 'Cents by register that answered under a contract (INI-PEC, IPA, REGISTRO_IMPRESE); a register whose answers are free has zero.';
CREATE INDEX interrogazione_costi ON interrogazione (quando) WHERE costi <> '{}';
CREATE OR REPLACE VIEW connessione_v1.interrogazione AS
    SELECT id, quando, tipo, attore, motivo, nota, verbale, codice_fiscale, risposta, esito, fonte, riuso, costo_cent, costi FROM interrogazione;
