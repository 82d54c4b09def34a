-- +goose Up
-- The device that found a violation, said by a person after the fine came in.
CREATE TYPE riga_dispositivo AS (id uuid, dispositivo jsonb);
COMMENT ON TYPE riga_dispositivo IS 'What a person adds about the device that found the violations of a fine.';
