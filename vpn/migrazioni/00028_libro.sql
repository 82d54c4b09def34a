-- +goose Up
-- The questions to registers are lines of the book, whose table is that of every schema that asks outside.
-- spina: libro.sql
INSERT INTO libro (quando, tipo, attore, verbale, esito, fonte, costi)
    SELECT quando, cosa, attore, verbale, esito, registro, jsonb_build_object(registro, costo_millesimi) FROM domanda ORDER BY posizione;
DROP VIEW vpn_v1.domanda;
DROP TABLE domanda;
CREATE VIEW vpn_v1.libro AS
    SELECT id, quando, tipo, attore, motivo, nota, verbale, codice_fiscale, risposta, esito, fonte, riuso, costi,
        (SELECT coalesce(sum(k.value::bigint), 0) FROM jsonb_each_text(costi) k)::bigint AS costo_millesimi
    FROM libro;
