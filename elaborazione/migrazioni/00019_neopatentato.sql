-- +goose Up
-- Of the driver's position: his licence was in its first three years, so the points are doubled (art. 126-bis CdS).
ALTER TABLE posizione ADD COLUMN neopatentato boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN posizione.neopatentato IS 'The licence was in its first three years on the day of the violation: points are doubled.';

CREATE TYPE riga_posizione_2 AS (
    id uuid, verbale uuid, ordine smallint, titolo text, soggetto uuid, giorno_zero date, prova text, prova_dubbia boolean, chiusa text, spese_cent bigint,
    neopatentato boolean);

CREATE OR REPLACE VIEW verbali_v1.posizione AS SELECT id, verbale, ordine, titolo, soggetto, giorno_zero, prova, prova_dubbia, chiusa, spese_cent,
    neopatentato FROM posizione;
