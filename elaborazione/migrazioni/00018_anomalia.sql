-- +goose Up
-- Whom of the fine an anomaly is about, and of which other fine: to settle them together with it.
ALTER TABLE anomalia ADD COLUMN posizione uuid, ADD COLUMN altro uuid;
COMMENT ON COLUMN anomalia.posizione IS 'The addressee whom it is about; NULL: the whole fine.';
COMMENT ON COLUMN anomalia.altro IS 'The other fine of a possible double; NULL: none.';

CREATE TYPE riga_anomalia_2 AS (id uuid, verbale uuid, tipo text, testo text, aperta timestamptz, chiusa timestamptz, esito text, posizione uuid, altro uuid);

CREATE OR REPLACE VIEW verbali_v1.anomalia AS SELECT id, verbale, tipo, testo, aperta, chiusa, esito, posizione, altro FROM anomalia;
