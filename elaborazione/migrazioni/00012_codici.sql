-- +goose Up
-- The carrier's codes of judicial acts by post.
CREATE TABLE numero_raccomandata (
    intervallo bigint PRIMARY KEY,
    ultimo     bigint NOT NULL
);
COMMENT ON TABLE numero_raccomandata IS 'Last number taken in each range of core for judicial acts; holes are fine, reuse never.';

ALTER TABLE documento ADD COLUMN codice_ag text NOT NULL DEFAULT '' CHECK (codice_ag ~ '^([0-9]{12})?$');
COMMENT ON COLUMN documento.codice_ag IS 'Of an act: the code of the carrier printed in its window, twelve digits; empty: none.';
CREATE UNIQUE INDEX documento_codice_ag ON documento (codice_ag) WHERE codice_ag <> '';

CREATE TYPE riga_documento_ag AS (
    id uuid, verbale uuid, posizione uuid, tipo text, nome text, mime text, sha256 text, byte bigint, creato timestamptz, codice_ag text);
