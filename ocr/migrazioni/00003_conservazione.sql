-- +goose Up
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
CREATE INDEX registro_quando ON registro USING brin (quando);

CREATE VIEW ocr_v1.cancellazione AS SELECT posizione, quando, classe, regola, oggetto, verbale, righe FROM cancellazione;
CREATE VIEW ocr_v1.conservabile AS
    SELECT 'REGISTRO'::text AS classe, NULL::uuid AS oggetto, NULL::uuid AS verbale, quando AS dal FROM registro;
COMMENT ON VIEW ocr_v1.conservabile IS 'What a rule may reach, and since when its term runs.';

-- +goose StatementBegin
CREATE FUNCTION conserva(quale text, quanti integer) RETURNS TABLE (oggetto uuid, verbale uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ocr, pg_temp AS $$
#variable_conflict use_column
DECLARE
    regola record;
    x record;
    tolte bigint;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1977679241); -- a hold waits for what runs, and what runs later sees it
    SELECT c.id, now() - make_interval(months => c.mesi) AS prima INTO regola FROM core_v1.conservazione c WHERE c.classe = quale;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    PERFORM set_config('verbali.cancellazione', 'ocr', true);
    IF quale = 'REGISTRO' THEN
        DELETE FROM registro r WHERE r.posizione IN (SELECT s.posizione FROM registro s WHERE s.quando < regola.prima
            AND NOT EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE s.oggetto_tipo = 'verbale' AND s.oggetto = t.verbale::text) ORDER BY s.posizione LIMIT quanti * 50);
        GET DIAGNOSTICS tolte = ROW_COUNT;
        IF tolte > 0 THEN
            INSERT INTO cancellazione (classe, regola, righe) VALUES (quale, regola.id, tolte);
            RETURN QUERY SELECT NULL::uuid, NULL::uuid;
        END IF;
    END IF;
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;
-- +goose StatementEnd
COMMENT ON FUNCTION conserva(text, integer) IS 'Deletes some of what the confirmed rule of a kind reaches; what it gives was deleted. Without a confirmed rule nothing goes.';

-- What may be called is in diritti.sql, and nothing else.
REVOKE ALL ON FUNCTION conserva(text, integer)
    FROM PUBLIC;
