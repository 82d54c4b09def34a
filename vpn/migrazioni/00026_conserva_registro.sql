-- +goose Up
-- What a rule takes of the audit is written once, in the spine: here it is called.
-- spina: conserva_registro.sql

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION conserva(quale text, quanti integer) RETURNS TABLE (oggetto uuid, verbale uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = vpn, pg_temp AS $$
#variable_conflict use_column
DECLARE
    regola record;
    x record;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1977679241); -- a hold waits for what runs, and what runs later sees it
    SELECT c.id, now() - make_interval(months => c.mesi) AS prima INTO regola FROM core_v1.conservazione c WHERE c.classe = quale;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    PERFORM set_config('verbali.cancellazione', 'vpn', true);
    IF quale = 'REGISTRO' THEN
        RETURN QUERY SELECT NULL::uuid, NULL::uuid WHERE conserva_registro(quale, regola.id, regola.prima, quanti, 'verbale',
            ARRAY(SELECT t.verbale::text FROM core_v1.verbale_trattenuto t)) > 0;
    ELSIF quale = 'INDAGINI' THEN
        FOR x IN SELECT i.id, i.verbale FROM indagine i WHERE i.cancellata IS NULL AND i.quando < regola.prima
            AND (EXISTS (SELECT 1 FROM verbali_v1.conservabile f WHERE f.oggetto = i.verbale)
                OR EXISTS (SELECT 1 FROM verbali_v1.cancellazione f WHERE f.oggetto = i.verbale))
            AND NOT EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE t.verbale = i.verbale)
            ORDER BY i.quando LIMIT quanti FOR UPDATE OF i SKIP LOCKED LOOP
            PERFORM oscura_indagini(ARRAY[x.id]);
            INSERT INTO cancellazione (classe, regola, oggetto, verbale) VALUES (quale, regola.id, x.id, x.verbale);
            RETURN QUERY SELECT x.id, x.verbale;
        END LOOP;
    END IF;
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;
-- +goose StatementEnd
