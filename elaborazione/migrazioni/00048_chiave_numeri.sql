-- +goose Up
-- The numbers of a range are taken in an order that cannot be guessed: a permutation of its positions, by this key. The key is
-- beside the counters, so that a copy has both.
CREATE TABLE chiave_numeri (
    unica  boolean PRIMARY KEY DEFAULT true CHECK (unica),
    chiave bytea   NOT NULL CHECK (octet_length(chiave) = 32)
);
COMMENT ON TABLE chiave_numeri IS 'Key of the order of the numbers in every range; never changed, and read by elaborazione alone.';
INSERT INTO chiave_numeri (chiave) VALUES (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

ALTER TABLE numero_avviso ADD COLUMN dal bigint;
ALTER TABLE numero_raccomandata ADD COLUMN dal bigint;
-- What was given before goes on to mean itself: the rest of the range is permuted.
UPDATE numero_avviso SET dal = ultimo;
UPDATE numero_raccomandata SET dal = ultimo;
COMMENT ON TABLE numero_avviso IS 'Last position taken in each range of core; holes are fine, reuse never.';
COMMENT ON COLUMN numero_avviso.dal IS 'Last position whose number is the position itself; null: all, the row is of an earlier release.';
COMMENT ON TABLE numero_raccomandata IS 'Last position taken in each range of core for judicial acts; holes are fine, reuse never.';
COMMENT ON COLUMN numero_raccomandata.dal IS 'Last position whose number is the position itself; null: all, the row is of an earlier release.';
