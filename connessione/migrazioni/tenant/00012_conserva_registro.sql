-- +goose Up
-- What a rule takes of the audit is written once, in the spine: here it is called.
-- spina: conserva_registro.sql

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION conserva(quale text, quanti integer) RETURNS TABLE (oggetto uuid, verbale uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = connessione, pg_temp AS $$
#variable_conflict use_column
DECLARE
    regola record;
    tolte bigint;
    altre bigint := 0;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1977679241); -- a hold waits for what runs, and what runs later sees it
    SELECT c.id, now() - make_interval(months => c.mesi) AS prima INTO regola FROM core_v1.conservazione c WHERE c.classe = quale;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    PERFORM set_config('verbali.cancellazione', 'connessione', true);
    IF quale IN ('REGISTRO', 'CONSULTAZIONI_ANONIME') THEN
        tolte := conserva_registro(quale, regola.id, regola.prima, quanti, 'verbale', ARRAY(SELECT t.verbale::text FROM core_v1.verbale_trattenuto t),
            CASE quale WHEN 'CONSULTAZIONI_ANONIME' THEN 'anonimo' END);
        IF quale = 'REGISTRO' THEN
            DELETE FROM interrogazione x WHERE x.id IN (SELECT i.id FROM interrogazione i WHERE i.quando < regola.prima
                AND NOT EXISTS (SELECT 1 FROM visura v WHERE v.id = i.risposta AND v.cancellata IS NULL)
                AND NOT EXISTS (SELECT 1 FROM domicilio d WHERE d.id = i.risposta AND d.cancellata IS NULL)
                AND NOT EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE t.verbale = i.verbale)
                AND NOT EXISTS (SELECT 1 FROM core_v1.trattenuto t WHERE i.codice_fiscale <> ''
                    AND t.persona = encode(sha256(convert_to(upper(i.codice_fiscale), 'UTF8')), 'hex')) ORDER BY i.quando LIMIT quanti * 50);
            GET DIAGNOSTICS altre = ROW_COUNT;
            IF altre > 0 THEN
                INSERT INTO cancellazione (classe, regola, righe) VALUES (quale, regola.id, altre);
            END IF;
        END IF;
        IF tolte + altre > 0 THEN
            RETURN QUERY SELECT NULL::uuid, NULL::uuid;
        END IF;
    ELSIF quale = 'INTERROGAZIONI' THEN
        RETURN QUERY SELECT c.oggetto, c.verbale FROM conserva_interrogazioni(regola.prima, regola.id, quanti) c;
    END IF;
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;
-- +goose StatementEnd
