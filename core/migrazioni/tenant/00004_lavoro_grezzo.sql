-- +goose Up
ALTER TABLE lavoro_morto ADD COLUMN grezzo bytea;
COMMENT ON COLUMN lavoro_morto.grezzo IS 'Payload whole, where it is no JSON; corpo is null then.';
