-- +goose Up
ALTER TABLE indagine ADD COLUMN cancellata timestamptz;
COMMENT ON COLUMN indagine.cancellata IS 'When the persons were erased from the answer; null: they are there.';

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

CREATE VIEW vpn_v1.cancellazione AS SELECT posizione, quando, classe, regola, oggetto, verbale, righe FROM cancellazione;
CREATE VIEW vpn_v1.conservabile AS
    SELECT 'REGISTRO'::text AS classe, NULL::uuid AS oggetto, NULL::uuid AS verbale, quando AS dal FROM registro
    UNION ALL SELECT 'INDAGINI', id, verbale, quando FROM indagine WHERE cancellata IS NULL;
COMMENT ON VIEW vpn_v1.conservabile IS 'What a rule may reach, and since when its term runs.';

-- +goose StatementBegin
CREATE FUNCTION oscura_indagini(quali uuid[]) RETURNS void LANGUAGE sql SET search_path = vpn, pg_temp AS $$
    UPDATE indagine SET cancellata = now(), risposta = NULL, candidati = '[]', avvertenze = '[]', data_nascita = NULL,
        codice_fiscale = '', sesso = '', cap = '', comune_istat = '', provincia = '', civico = '',
        cognome = CASE cognome WHEN '' THEN '' ELSE '[CANCELLATO]' END, nome = CASE nome WHEN '' THEN '' ELSE '[CANCELLATO]' END,
        denominazione = CASE denominazione WHEN '' THEN '' ELSE '[CANCELLATO]' END, luogo_nascita = CASE luogo_nascita WHEN '' THEN '' ELSE '[CANCELLATO]' END,
        indirizzo = CASE indirizzo WHEN '' THEN '' ELSE '[CANCELLATO]' END, comune = CASE comune WHEN '' THEN '' ELSE '[CANCELLATO]' END,
        motivo = CASE motivo WHEN '' THEN '' ELSE '[CANCELLATO]' END, targa = CASE targa WHEN '' THEN '' ELSE '[CANCELLATO]' END
    WHERE id = ANY (quali) AND cancellata IS NULL
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION conserva(quale text, quanti integer) RETURNS TABLE (oggetto uuid, verbale uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = vpn, pg_temp AS $$
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
    PERFORM set_config('verbali.cancellazione', 'vpn', true);
    IF quale = 'REGISTRO' THEN
        DELETE FROM registro r WHERE r.posizione IN (SELECT s.posizione FROM registro s WHERE s.quando < regola.prima
            AND NOT EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE s.oggetto_tipo = 'verbale' AND s.oggetto = t.verbale::text) ORDER BY s.posizione LIMIT quanti * 50);
        GET DIAGNOSTICS tolte = ROW_COUNT;
        IF tolte > 0 THEN
            INSERT INTO cancellazione (classe, regola, righe) VALUES (quale, regola.id, tolte);
            RETURN QUERY SELECT NULL::uuid, NULL::uuid;
        END IF;
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
COMMENT ON FUNCTION conserva(text, integer) IS 'Deletes some of what the confirmed rule of a kind reaches; what it gives was deleted. Without a confirmed rule nothing goes.';

-- +goose StatementBegin
CREATE FUNCTION cancella_verbale(cosa uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = vpn, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1977679241); -- a hold waits for what runs, and what runs later sees it
    IF EXISTS (SELECT 1 FROM cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RETURN;
    END IF;
    IF NOT EXISTS (SELECT 1 FROM verbali_v1.cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RAISE EXCEPTION 'il verbale % non è stato cancellato', cosa USING ERRCODE = 'restrict_violation';
    END IF;
    PERFORM set_config('verbali.cancellazione', 'vpn', true);
    PERFORM oscura_indagini(ARRAY(SELECT i.id FROM indagine i WHERE i.verbale = cosa));
    UPDATE registro SET motivo = '[CANCELLATO]' WHERE oggetto_tipo = 'verbale' AND oggetto = cosa::text AND motivo <> '';
    INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE', cosa, cosa);
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;
-- +goose StatementEnd
COMMENT ON FUNCTION cancella_verbale(uuid) IS 'Erases what is kept here of the persons of a fine that its owner has erased; once.';

-- What may be called is in diritti.sql, and nothing else.
REVOKE ALL ON FUNCTION oscura_indagini(uuid[]), conserva(text, integer), cancella_verbale(uuid)
    FROM PUBLIC;
