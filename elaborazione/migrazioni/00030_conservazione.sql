-- +goose Up
ALTER TABLE verbale ADD COLUMN cancellato timestamptz;
COMMENT ON COLUMN verbale.cancellato IS 'When the persons of the fine were erased from it; null: they are there.';

CREATE TABLE cancellazione (
    posizione bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    quando    timestamptz NOT NULL DEFAULT now(),
    classe    text        NOT NULL,
    regola    uuid,
    oggetto   uuid,
    verbale   uuid,
    righe     bigint      NOT NULL DEFAULT 1
);
CREATE INDEX cancellazione_verbale ON cancellazione (verbale) WHERE verbale IS NOT NULL;
COMMENT ON TABLE cancellazione IS 'What was deleted, when and by which rule: ids and counts, no person. Append-only.';
CREATE TRIGGER cancellazione_solo_aggiunte BEFORE UPDATE OR DELETE OR TRUNCATE ON cancellazione
    FOR EACH STATEMENT EXECUTE FUNCTION solo_aggiunte();

CREATE TABLE file_cancellato (
    impronta text PRIMARY KEY,
    quando   timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE file_cancellato IS 'Files that no row names any more because what named them was erased: the sweep expects them without a row.';

CREATE INDEX registro_quando ON registro USING brin (quando);

CREATE VIEW verbali_v1.cancellazione AS SELECT posizione, quando, classe, regola, oggetto, verbale, righe FROM cancellazione;

-- A fine is over when nobody may ask anything of anybody any more: its term runs from its last event.
CREATE VIEW verbali_v1.conservabile AS
    WITH concluso AS NOT MATERIALIZED (
        SELECT v.id, e.registrato AS dal, v.cancellato, CASE
                WHEN v.procedura = 'SCARTATO' THEN 'VERBALE_SCARTATO'
                WHEN v.procedura = 'ESTINTO_TERMINI' THEN 'VERBALE_PRESCRITTO'
                WHEN v.procedura IN ('ARCHIVIATO', 'ANNULLATO_AUTOTUTELA', 'ESTINTO_DECESSO') THEN 'VERBALE_ANNULLATO'
                WHEN v.debito = 'SGRAVATO' THEN 'VERBALE_ANNULLATO'
                ELSE 'VERBALE_PAGATO' END AS classe
        FROM verbale v JOIN evento e ON e.verbale = v.id AND e.sequenza = v.sequenza
        WHERE (v.procedura IN ('SCARTATO', 'ESTINTO_TERMINI', 'ARCHIVIATO', 'ANNULLATO_AUTOTUTELA', 'ESTINTO_DECESSO')
                    AND v.debito NOT IN ('ECCEDENZA', 'SOSPESO')
                OR v.procedura IN ('DEFINITO', 'NOTIFICATO', 'IN_NOTIFICA', 'ATTO_GENERATO', 'NON_NOTIFICABILE')
                    AND v.debito IN ('PAGATO', 'RIMBORSATO', 'SGRAVATO') AND v.punti IN ('NON_DOVUTI', 'COMUNICATI', 'SCARTATI'))
            AND v.ricorso NOT IN ('PRESENTATO', 'TRASMESSO', 'SOSPENSIVA', 'IMPUGNATO')
            AND v.riscossione NOT IN ('SELEZIONATO', 'IN_RUOLO', 'INGIUNTO', 'BLOCCATO')
            AND NOT EXISTS (SELECT 1 FROM anomalia a WHERE a.verbale = v.id AND a.chiusa IS NULL)
    )
    SELECT classe, id AS oggetto, id AS verbale, dal FROM concluso WHERE cancellato IS NULL
    UNION ALL
    SELECT 'FOTO', d.id, d.verbale, c.dal FROM concluso c JOIN documento d ON d.verbale = c.id
        WHERE d.tipo IN ('ALLEGATO', 'PROVA') AND d.mime LIKE 'image/%' AND d.sha256 <> repeat('0', 64)
    UNION ALL
    SELECT 'PACCHETTI', l.id, NULL, l.finito FROM lotto l
        WHERE l.finito IS NOT NULL AND EXISTS (SELECT 1 FROM lotto_file f WHERE f.lotto = l.id AND f.sha256 <> repeat('0', 64))
    UNION ALL
    SELECT 'ESITI_POSTALI', p.id, NULL, p.finito FROM esito_postale p WHERE p.finito IS NOT NULL AND p.sha256 NOT LIKE 'tolto %'
    UNION ALL
    SELECT 'REGISTRO', NULL, NULL, quando FROM registro;
COMMENT ON VIEW verbali_v1.conservabile IS 'What a rule may reach, and since when its term runs.';

-- A table that only grows lets its owner alone change a row, inside a function of erasure, which says so for its own
-- schema. Who is not the owner gets no further than before.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION solo_aggiunte() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'TRUNCATE' AND current_setting('verbali.cancellazione', true) = TG_TABLE_SCHEMA
        AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'la tabella % ammette solo aggiunte', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
-- +goose StatementEnd
