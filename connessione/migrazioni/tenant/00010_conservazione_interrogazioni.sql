-- +goose Up
-- Terms of the command for what the registers of the State answered. An answer, a question that never got one, and a list go by the
-- kind INTERROGAZIONI: those that a fine uses not before it is over. The lines of who asked what are lines of a register, and go by
-- its kind, but stay as long as the answer that they speak of.
CREATE INDEX IF NOT EXISTS interrogazione_risposta ON interrogazione (risposta) WHERE risposta IS NOT NULL;

CREATE OR REPLACE VIEW connessione_v1.conservabile AS
    SELECT 'REGISTRO'::text AS classe, NULL::uuid AS oggetto,
        CASE WHEN oggetto_tipo = 'verbale' AND oggetto ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN oggetto::uuid END AS verbale, quando AS dal FROM registro
    UNION ALL SELECT 'REGISTRO', NULL, i.verbale, i.quando FROM interrogazione i
        WHERE NOT EXISTS (SELECT FROM visura v WHERE v.id = i.risposta AND v.cancellata IS NULL)
            AND NOT EXISTS (SELECT FROM domicilio d WHERE d.id = i.risposta AND d.cancellata IS NULL)
    UNION ALL SELECT 'CONSULTAZIONI_ANONIME', NULL, NULL, quando FROM registro WHERE attore = 'anonimo'
    UNION ALL SELECT 'INTERROGAZIONI', r.id, (SELECT i.verbale FROM interrogazione i WHERE i.risposta = r.id AND i.verbale IS NOT NULL ORDER BY i.quando DESC LIMIT 1),
            coalesce(r.alle, r.giorno::timestamp AT TIME ZONE 'Europe/Rome')
        FROM (SELECT id, alle, giorno FROM visura WHERE cancellata IS NULL UNION ALL SELECT id, alle, giorno FROM domicilio WHERE cancellata IS NULL) r
    UNION ALL SELECT 'INTERROGAZIONI', id, verbale, quando FROM elenco;

-- +goose StatementBegin
CREATE FUNCTION interrogazione_libera(quale uuid, codice text) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = connessione, pg_temp AS $$
BEGIN
    RETURN NOT EXISTS (SELECT 1 FROM core_v1.trattenuto t WHERE codice <> '' AND t.persona = encode(sha256(convert_to(upper(codice), 'UTF8')), 'hex'))
        AND NOT EXISTS (SELECT 1 FROM interrogazione i WHERE i.risposta = quale AND NOT verbale_libero(i.verbale));
END $$;
CREATE FUNCTION verbale_libero(quale uuid) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = connessione, pg_temp AS $$
BEGIN
    RETURN quale IS NULL OR NOT EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE t.verbale = quale)
        AND (EXISTS (SELECT 1 FROM verbali_v1.conservabile f WHERE f.oggetto = quale) OR EXISTS (SELECT 1 FROM verbali_v1.cancellazione f WHERE f.oggetto = quale));
END $$;
-- +goose StatementEnd
COMMENT ON FUNCTION interrogazione_libera(uuid, text) IS 'Nobody holds the person of an answer, and every fine that uses it is over.';
COMMENT ON FUNCTION verbale_libero(uuid) IS 'A fine that is over and that nobody holds; none at all is free.';

-- +goose StatementBegin
CREATE FUNCTION conserva_interrogazioni(prima timestamptz, regola uuid, quanti integer) RETURNS TABLE (oggetto uuid, verbale uuid)
LANGUAGE plpgsql SET search_path = connessione, pg_temp AS $$
#variable_conflict use_column
DECLARE
    x record;
BEGIN
    FOR x IN SELECT r.id FROM visura r WHERE r.cancellata IS NULL AND coalesce(r.alle, r.giorno::timestamp AT TIME ZONE 'Europe/Rome') < prima
            AND interrogazione_libera(r.id, r.codice_fiscale) ORDER BY r.giorno LIMIT quanti FOR UPDATE OF r SKIP LOCKED LOOP
        DELETE FROM visura WHERE id = x.id AND stato = 'CHIESTO';
        UPDATE visura SET cancellata = now(), chiave = '', codice_fiscale = '', risposta = NULL WHERE id = x.id;
        INSERT INTO cancellazione (classe, regola, oggetto) VALUES ('INTERROGAZIONI', regola, x.id);
        RETURN QUERY SELECT x.id, NULL::uuid;
    END LOOP;
    FOR x IN SELECT r.id FROM domicilio r WHERE r.cancellata IS NULL AND coalesce(r.alle, r.giorno::timestamp AT TIME ZONE 'Europe/Rome') < prima
            AND interrogazione_libera(r.id, r.codice_fiscale) ORDER BY r.giorno LIMIT quanti FOR UPDATE OF r SKIP LOCKED LOOP
        DELETE FROM domicilio WHERE id = x.id AND stato = 'CHIESTO';
        UPDATE domicilio SET cancellata = now(), chiave = '', codice_fiscale = '', risposta = NULL WHERE id = x.id;
        INSERT INTO cancellazione (classe, regola, oggetto) VALUES ('INTERROGAZIONI', regola, x.id);
        RETURN QUERY SELECT x.id, NULL::uuid;
    END LOOP;
    FOR x IN SELECT e.id FROM elenco e WHERE e.quando < prima AND verbale_libero(e.verbale)
            AND NOT EXISTS (SELECT 1 FROM voce_elenco v JOIN core_v1.trattenuto t ON v.codice_fiscale <> ''
                AND t.persona = encode(sha256(convert_to(upper(v.codice_fiscale), 'UTF8')), 'hex') WHERE v.elenco = e.id)
            ORDER BY e.quando LIMIT quanti FOR UPDATE OF e SKIP LOCKED LOOP
        DELETE FROM elenco WHERE id = x.id; -- with its persons
        INSERT INTO cancellazione (classe, regola, oggetto) VALUES ('INTERROGAZIONI', regola, x.id);
        RETURN QUERY SELECT x.id, NULL::uuid;
    END LOOP;
END $$;

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
        DELETE FROM registro r WHERE r.posizione IN (SELECT s.posizione FROM registro s WHERE s.quando < regola.prima AND (quale = 'REGISTRO' OR s.attore = 'anonimo')
            AND NOT EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE s.oggetto_tipo = 'verbale' AND s.oggetto = t.verbale::text) ORDER BY s.posizione LIMIT quanti * 50);
        GET DIAGNOSTICS tolte = ROW_COUNT;
        IF quale = 'REGISTRO' THEN
            DELETE FROM interrogazione x WHERE x.id IN (SELECT i.id FROM interrogazione i WHERE i.quando < regola.prima
                AND NOT EXISTS (SELECT 1 FROM visura v WHERE v.id = i.risposta AND v.cancellata IS NULL)
                AND NOT EXISTS (SELECT 1 FROM domicilio d WHERE d.id = i.risposta AND d.cancellata IS NULL)
                AND NOT EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE t.verbale = i.verbale)
                AND NOT EXISTS (SELECT 1 FROM core_v1.trattenuto t WHERE i.codice_fiscale <> ''
                    AND t.persona = encode(sha256(convert_to(upper(i.codice_fiscale), 'UTF8')), 'hex')) ORDER BY i.quando LIMIT quanti * 50);
            GET DIAGNOSTICS altre = ROW_COUNT;
        END IF;
        IF tolte + altre > 0 THEN
            INSERT INTO cancellazione (classe, regola, righe) VALUES (quale, regola.id, tolte + altre);
            RETURN QUERY SELECT NULL::uuid, NULL::uuid;
        END IF;
    ELSIF quale = 'INTERROGAZIONI' THEN
        RETURN QUERY SELECT c.oggetto, c.verbale FROM conserva_interrogazioni(regola.prima, regola.id, quanti) c;
    END IF;
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;
-- +goose StatementEnd

REVOKE ALL ON FUNCTION conserva(text, integer), conserva_interrogazioni(timestamptz, uuid, integer), interrogazione_libera(uuid, text), verbale_libero(uuid) FROM PUBLIC;
