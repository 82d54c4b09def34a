-- +goose Up
-- What an answer is proved by: when the register says that it answered, and the proceeding that it was told; impronta is now the
-- hash of what the register wrote, where a row has its proceeding.
ALTER TABLE domicilio ADD COLUMN dichiarato timestamptz, ADD COLUMN pratica text NOT NULL DEFAULT '';
ALTER TABLE visura ADD COLUMN dichiarato timestamptz, ADD COLUMN pratica text NOT NULL DEFAULT '';
CREATE INDEX interrogazione_risposta ON interrogazione (risposta) WHERE risposta IS NOT NULL;

CREATE OR REPLACE VIEW connessione_v1.domicilio AS
    SELECT id, codice_fiscale, giorno, stato, esito, fonte, risposta, alle, cancellata, impronta, dichiarato, pratica FROM domicilio;
