-- +goose Up
-- Lots, their items and the files of their packages, published to the other modules. A draft's items are
-- counted as it is read: they still grow.

CREATE VIEW verbali_v1.lotto AS
    SELECT id, tipo, stato, automatico, nome, creato, creato_da, chiuso, iniziato, finito, motivo, origine,
           CASE WHEN stato = 'BOZZA' THEN (SELECT count(*) FROM voce v WHERE v.lotto = l.id)::integer ELSE totale END AS totale,
           ok, ripetibili, definitivi, saltati, annullati
    FROM lotto l;
CREATE VIEW verbali_v1.voce AS
    SELECT id, lotto, verbale, posizione, ordine, stato, motivo, documento, file, pagina_da, pagina_a FROM voce;
CREATE VIEW verbali_v1.lotto_file AS SELECT lotto, nome, sha256, byte, pagine FROM lotto_file;
