-- +goose Up
CREATE TABLE conservazione (
    id            uuid PRIMARY KEY,
    classe        text        NOT NULL CHECK (classe ~ '^[A-Z_]+$'),
    mesi          integer     NOT NULL CHECK (mesi BETWEEN 1 AND 1200),
    fonte         text        NOT NULL CHECK (fonte <> ''),
    anteprima     bigint      NOT NULL,
    proposta      timestamptz NOT NULL DEFAULT now(),
    proposta_da   text        NOT NULL CHECK (proposta_da <> ''),
    confermata    timestamptz,
    confermata_da text        NOT NULL DEFAULT '',
    cessata       timestamptz,
    cessata_da    text        NOT NULL DEFAULT '',
    CHECK ((confermata IS NULL) = (confermata_da = '')),
    CHECK ((cessata IS NULL) = (cessata_da = '')),
    CHECK (lower(confermata_da) <> lower(proposta_da))
);
CREATE UNIQUE INDEX conservazione_in_forza ON conservazione (classe) WHERE confermata IS NOT NULL AND cessata IS NULL;
CREATE UNIQUE INDEX conservazione_proposta ON conservazione (classe) WHERE confermata IS NULL AND cessata IS NULL;
COMMENT ON TABLE conservazione IS 'How long the command keeps each kind of data. Nothing is deleted without a row here that a second person has confirmed.';
COMMENT ON COLUMN conservazione.mesi IS 'Months from the day that verbali_v1.conservabile and its like give.';
COMMENT ON COLUMN conservazione.fonte IS 'Where the term comes from, as the proposer says it: the plan of the command, an article.';
COMMENT ON COLUMN conservazione.anteprima IS 'How many would have gone when it was proposed.';
COMMENT ON COLUMN conservazione.confermata_da IS 'Never the proposer: the database refuses it too.';

CREATE TABLE vincolo (
    id             uuid PRIMARY KEY,
    verbale        uuid,
    codice_fiscale text        NOT NULL DEFAULT '',
    motivo         text        NOT NULL CHECK (motivo <> ''),
    posto          timestamptz NOT NULL DEFAULT now(),
    posto_da       text        NOT NULL CHECK (posto_da <> ''),
    fino           date,
    tolto          timestamptz,
    tolto_da       text        NOT NULL DEFAULT '',
    CHECK ((verbale IS NULL) = (codice_fiscale <> '')),
    CHECK ((tolto IS NULL) = (tolto_da = ''))
);
CREATE INDEX vincolo_in_forza ON vincolo (posto) WHERE tolto IS NULL;
COMMENT ON TABLE vincolo IS 'Legal hold on a fine or on a person: what it reaches is not deleted while it is in force.';
COMMENT ON COLUMN vincolo.codice_fiscale IS 'Of the person; the fixed mark once the hold is lifted or over.';
COMMENT ON COLUMN vincolo.fino IS 'Last day, in Rome; null: until somebody lifts it.';

CREATE TABLE rettifica (
    id             uuid PRIMARY KEY,
    verbale        uuid,
    codice_fiscale text        NOT NULL DEFAULT '',
    richiedente    text        NOT NULL CHECK (richiedente <> ''),
    testo          text        NOT NULL CHECK (testo <> ''),
    ricevuta       date        NOT NULL,
    entro          date        NOT NULL CHECK (entro > ricevuta),
    prorogata      text        NOT NULL DEFAULT '',
    registrata     timestamptz NOT NULL DEFAULT now(),
    registrata_da  text        NOT NULL CHECK (registrata_da <> ''),
    stato          text        NOT NULL DEFAULT 'RICEVUTA' CHECK (stato IN ('RICEVUTA', 'ACCOLTA', 'RESPINTA')),
    motivo         text        NOT NULL DEFAULT '',
    evento         integer,
    decisa         timestamptz,
    decisa_da      text        NOT NULL DEFAULT '',
    CHECK ((stato = 'RICEVUTA') = (decisa IS NULL)),
    CHECK ((decisa IS NULL) = (decisa_da = '')),
    CHECK (stato <> 'RESPINTA' OR motivo <> ''),
    CHECK (evento IS NULL OR verbale IS NOT NULL)
);
CREATE INDEX rettifica_aperta ON rettifica (entro) WHERE stato = 'RICEVUTA';
CREATE INDEX rettifica_verbale ON rettifica (verbale) WHERE verbale IS NOT NULL;
COMMENT ON TABLE rettifica IS 'Requests of a person to correct what is held on her (art. 16 GDPR), with the term of art. 12 c. 3.';
COMMENT ON COLUMN rettifica.prorogata IS 'Why the term was prolonged by two months; empty: it was not.';
COMMENT ON COLUMN rettifica.evento IS 'Place in the log of the fine of the event that corrected it; null: nothing of the fine was to correct.';

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

CREATE TABLE chiave (
    una    boolean PRIMARY KEY DEFAULT true CHECK (una),
    chiave bytea NOT NULL CHECK (octet_length(chiave) = 32)
);
COMMENT ON TABLE chiave IS 'With it the register names a tax code without holding it: found by who knows the code. One row.';
INSERT INTO chiave (chiave) SELECT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

CREATE INDEX registro_quando ON registro USING brin (quando);

CREATE VIEW core_v1.conservazione AS
    SELECT id, classe, mesi, confermata FROM conservazione WHERE confermata IS NOT NULL AND cessata IS NULL;
CREATE VIEW core_v1.trattenuto AS
    SELECT verbale, CASE WHEN codice_fiscale <> '' THEN encode(sha256(convert_to(upper(codice_fiscale), 'UTF8')), 'hex') END AS persona
    FROM vincolo WHERE tolto IS NULL AND (fino IS NULL OR fino >= (now() AT TIME ZONE 'Europe/Rome')::date)
    UNION ALL
    SELECT verbale, CASE WHEN codice_fiscale <> '' THEN encode(sha256(convert_to(upper(codice_fiscale), 'UTF8')), 'hex') END
    FROM rettifica WHERE stato = 'RICEVUTA';
COMMENT ON VIEW core_v1.trattenuto IS 'What is not deleted, whatever the rules say: fines, and persons by the SHA-256 of their tax code, under a hold or an open request.';
-- The schema of the fines may come later than this one: a function looks at it when it is called.
-- +goose StatementBegin
CREATE FUNCTION trattenuti() RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = core, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT t.verbale FROM core_v1.trattenuto t WHERE t.verbale IS NOT NULL;
    IF EXISTS (SELECT 1 FROM core_v1.trattenuto t WHERE t.persona IS NOT NULL) THEN
        RETURN QUERY SELECT p.verbale FROM verbali_v1.posizione p JOIN verbali_v1.soggetto s ON s.id = p.soggetto WHERE s.codice_fiscale <> ''
            AND encode(sha256(convert_to(upper(s.codice_fiscale), 'UTF8')), 'hex') IN (SELECT t.persona FROM core_v1.trattenuto t WHERE t.persona IS NOT NULL);
    END IF;
END $$;
-- +goose StatementEnd
CREATE VIEW core_v1.verbale_trattenuto AS SELECT DISTINCT t.verbale FROM trattenuti() AS t (verbale);
COMMENT ON VIEW core_v1.verbale_trattenuto IS 'Fines that a hold or a request that waits keeps, on them or on one of their persons: every service asks it before it deletes.';
CREATE VIEW core_v1.cancellazione AS SELECT posizione, quando, classe, regola, oggetto, verbale, righe FROM cancellazione;
CREATE VIEW core_v1.conservabile AS
    SELECT 'LAVORI_MORTI'::text AS classe, id AS oggetto, verbale, morto AS dal FROM lavoro_morto WHERE corpo <> '{}'::jsonb OR grezzo IS NOT NULL
    UNION ALL SELECT 'RETTIFICHE', id, verbale, decisa FROM rettifica WHERE decisa IS NOT NULL AND testo <> '[CANCELLATO]'
    UNION ALL SELECT 'REGISTRO', NULL, NULL, quando FROM registro;
COMMENT ON VIEW core_v1.conservabile IS 'What a rule may reach, and since when its term runs.';

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

-- +goose StatementBegin
CREATE FUNCTION oscura_rettifiche(quali uuid[]) RETURNS void LANGUAGE sql SET search_path = core, pg_temp AS $$
    UPDATE rettifica SET codice_fiscale = '', richiedente = '[CANCELLATO]', testo = '[CANCELLATO]',
        prorogata = CASE prorogata WHEN '' THEN '' ELSE '[CANCELLATO]' END, motivo = CASE motivo WHEN '' THEN '' ELSE '[CANCELLATO]' END
    WHERE id = ANY (quali) AND stato <> 'RICEVUTA'
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION conserva(quale text, quanti integer) RETURNS TABLE (oggetto uuid, verbale uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = core, pg_temp AS $$
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
    PERFORM set_config('verbali.cancellazione', 'core', true);
    IF quale = 'REGISTRO' THEN
        DELETE FROM registro r WHERE r.posizione IN (SELECT s.posizione FROM registro s WHERE s.quando < regola.prima
            AND NOT EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE s.oggetto_tipo = 'verbale' AND s.oggetto = t.verbale::text) ORDER BY s.posizione LIMIT quanti * 50);
        GET DIAGNOSTICS tolte = ROW_COUNT;
        IF tolte > 0 THEN
            INSERT INTO cancellazione (classe, regola, righe) VALUES (quale, regola.id, tolte);
            RETURN QUERY SELECT NULL::uuid, NULL::uuid;
        END IF;
    ELSIF quale = 'LAVORI_MORTI' THEN
        FOR x IN SELECT m.id, m.verbale FROM lavoro_morto m WHERE m.morto < regola.prima AND (m.corpo <> '{}'::jsonb OR m.grezzo IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE t.verbale = m.verbale) ORDER BY m.morto LIMIT quanti FOR UPDATE OF m SKIP LOCKED LOOP
            DELETE FROM lavoro_morto WHERE id = x.id;
            INSERT INTO cancellazione (classe, regola, oggetto, verbale) VALUES (quale, regola.id, x.id, x.verbale);
            RETURN QUERY SELECT x.id, x.verbale;
        END LOOP;
    ELSIF quale = 'RETTIFICHE' THEN
        FOR x IN SELECT r.id, r.verbale, r.codice_fiscale FROM rettifica r WHERE r.decisa < regola.prima AND r.testo <> '[CANCELLATO]'
            AND NOT EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE t.verbale = r.verbale)
            AND NOT EXISTS (SELECT 1 FROM core_v1.trattenuto t WHERE r.codice_fiscale <> '' AND t.persona = encode(sha256(convert_to(upper(r.codice_fiscale), 'UTF8')), 'hex'))
            ORDER BY r.decisa LIMIT quanti FOR UPDATE OF r SKIP LOCKED LOOP
            PERFORM oscura_rettifiche(ARRAY[x.id]);
            INSERT INTO cancellazione (classe, regola, oggetto, verbale) VALUES (quale, regola.id, x.id, x.verbale);
            RETURN QUERY SELECT x.id, x.verbale;
        END LOOP;
    END IF;
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;
-- +goose StatementEnd
COMMENT ON FUNCTION conserva(text, integer) IS 'Deletes some of what the confirmed rule of a kind reaches; what it gives was deleted. Without a confirmed rule nothing goes.';

-- +goose StatementBegin
CREATE FUNCTION cancella_verbale(cosa uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = core, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1977679241); -- a hold waits for what runs, and what runs later sees it
    IF EXISTS (SELECT 1 FROM cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RETURN;
    END IF;
    IF NOT EXISTS (SELECT 1 FROM verbali_v1.cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RAISE EXCEPTION 'il verbale % non è stato cancellato', cosa USING ERRCODE = 'restrict_violation';
    END IF;
    PERFORM set_config('verbali.cancellazione', 'core', true);
    UPDATE lavoro_morto SET corpo = '{}', grezzo = NULL, motivo = '[CANCELLATO]' WHERE verbale = cosa;
    PERFORM oscura_rettifiche(ARRAY(SELECT r.id FROM rettifica r WHERE r.verbale = cosa));
    UPDATE vincolo SET motivo = '[CANCELLATO]' WHERE verbale = cosa AND tolto IS NOT NULL;
    UPDATE registro SET motivo = '[CANCELLATO]' WHERE oggetto_tipo = 'verbale' AND oggetto = cosa::text AND motivo <> '';
    INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE', cosa, cosa);
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;
-- +goose StatementEnd
COMMENT ON FUNCTION cancella_verbale(uuid) IS 'Erases what is kept here of the persons of a fine that its owner has erased; once.';

-- What may be called is in diritti.sql, and nothing else.
REVOKE ALL ON FUNCTION trattenuti(), oscura_rettifiche(uuid[]), conserva(text, integer), cancella_verbale(uuid)
    FROM PUBLIC;
-- Behind core_v1.verbale_trattenuto, for the owners of the other schemas.
GRANT EXECUTE ON FUNCTION trattenuti() TO verbali_legge_core;
