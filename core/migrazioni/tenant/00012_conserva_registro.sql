-- +goose Up
-- What a rule takes of the audit is written once, in the spine: here it is called.
-- spina: conserva_registro.sql

-- What holds keep, with the tax code itself: for the functions of core alone. It finds a person by an index; others read hashes.
CREATE VIEW trattenimento AS
    SELECT verbale, upper(codice_fiscale) AS codice_fiscale FROM vincolo
        WHERE tolto IS NULL AND (fino IS NULL OR fino >= (now() AT TIME ZONE 'Europe/Rome')::date)
    UNION ALL
    SELECT verbale, upper(codice_fiscale) FROM rettifica WHERE stato = 'RICEVUTA';
COMMENT ON VIEW trattenimento IS 'Holds in force and requests that wait: of a fine, or of a person by her tax code in capitals; empty: of none.';
CREATE OR REPLACE VIEW core_v1.trattenuto AS
    SELECT verbale, CASE WHEN codice_fiscale <> '' THEN encode(sha256(convert_to(codice_fiscale, 'UTF8')), 'hex') END AS persona FROM trattenimento;
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION trattenuti() RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = core, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT t.verbale FROM trattenimento t WHERE t.verbale IS NOT NULL;
    IF EXISTS (SELECT 1 FROM trattenimento t WHERE t.codice_fiscale <> '') THEN
        RETURN QUERY SELECT p.verbale FROM trattenimento t JOIN verbali_v1.soggetto s ON upper(s.codice_fiscale) = t.codice_fiscale
            JOIN verbali_v1.posizione p ON p.soggetto = s.id WHERE t.codice_fiscale <> '';
    END IF;
END $$;
-- +goose StatementEnd

-- Every letter that is dead long enough goes, whatever it says: also one whose body is {}, or was erased with its fine.
CREATE OR REPLACE VIEW core_v1.conservabile AS
    SELECT 'LAVORI_MORTI'::text AS classe, id AS oggetto, verbale, morto AS dal FROM lavoro_morto
    UNION ALL SELECT 'RETTIFICHE', id, verbale, decisa FROM rettifica WHERE decisa IS NOT NULL AND testo <> '[CANCELLATO]'
    UNION ALL SELECT 'REGISTRO', NULL, CASE WHEN oggetto_tipo = 'verbale' AND oggetto ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN oggetto::uuid END, quando FROM registro;
CREATE INDEX lavoro_morto_morto ON lavoro_morto (morto);

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION conserva(quale text, quanti integer) RETURNS TABLE (oggetto uuid, verbale uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = core, pg_temp AS $$
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
    PERFORM set_config('verbali.cancellazione', 'core', true);
    IF quale = 'REGISTRO' THEN
        RETURN QUERY SELECT NULL::uuid, NULL::uuid WHERE conserva_registro(quale, regola.id, regola.prima, quanti, 'verbale',
            ARRAY(SELECT t.verbale::text FROM core_v1.verbale_trattenuto t)) > 0;
    ELSIF quale = 'LAVORI_MORTI' THEN
        FOR x IN SELECT m.id, m.verbale FROM lavoro_morto m WHERE m.morto < regola.prima
            AND NOT EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE t.verbale = m.verbale) ORDER BY m.morto LIMIT quanti FOR UPDATE OF m SKIP LOCKED LOOP
            DELETE FROM lavoro_morto WHERE id = x.id;
            INSERT INTO cancellazione (classe, regola, oggetto, verbale) VALUES (quale, regola.id, x.id, x.verbale);
            RETURN QUERY SELECT x.id, x.verbale;
        END LOOP;
    ELSIF quale = 'RETTIFICHE' THEN
        FOR x IN SELECT r.id, r.verbale, r.codice_fiscale FROM rettifica r WHERE r.decisa < regola.prima AND r.testo <> '[CANCELLATO]'
            AND NOT EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE t.verbale = r.verbale)
            AND NOT EXISTS (SELECT 1 FROM trattenimento t WHERE r.codice_fiscale <> '' AND t.codice_fiscale = upper(r.codice_fiscale))
            ORDER BY r.decisa LIMIT quanti FOR UPDATE OF r SKIP LOCKED LOOP
            PERFORM oscura_rettifiche(ARRAY[x.id]);
            INSERT INTO cancellazione (classe, regola, oggetto, verbale) VALUES (quale, regola.id, x.id, x.verbale);
            RETURN QUERY SELECT x.id, x.verbale;
        END LOOP;
    END IF;
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;
-- +goose StatementEnd
