-- +goose Up
-- What a device measured, said by a person after the fine came in.
CREATE TYPE riga_misura AS (verbale uuid, ordine smallint, velocita_decimi integer, limite_decimi integer);
COMMENT ON TYPE riga_misura IS 'Speed and limit, in tenths of km/h, that a person adds to a violation.';
