-- +goose Up
-- How far a lot is, for who follows it: its changes are counted, and the time that its work took. A lot that
-- tries again what failed in another is one.
ALTER TABLE lotto ADD COLUMN lavorato_ms bigint NOT NULL DEFAULT 0, ADD COLUMN revisione integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN lotto.lavorato_ms IS 'Milliseconds that the chunks worked so far took: pauses and waiting do not count.';
COMMENT ON COLUMN lotto.revisione IS 'Changes so far: an announcement that comes late is known by it.';
UPDATE lotto SET lavorato_ms = greatest(0, extract(epoch FROM coalesce(finito, now()) - iniziato) * 1000)
    WHERE porzione > 0 AND iniziato IS NOT NULL;
CREATE UNIQUE INDEX lotto_riprova ON lotto (origine) WHERE stato <> 'ANNULLATO';

CREATE OR REPLACE VIEW verbali_v1.lotto AS
    SELECT id, tipo, stato, automatico, nome, creato, creato_da, chiuso, iniziato, finito, motivo, origine,
           CASE WHEN stato = 'BOZZA' THEN (SELECT count(*) FROM voce v WHERE v.lotto = l.id)::integer ELSE totale END AS totale,
           ok, ripetibili, definitivi, saltati, annullati, lavorato_ms, revisione
    FROM lotto l;
