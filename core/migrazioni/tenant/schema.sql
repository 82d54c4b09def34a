-- Schema core as its migrations make it. Written by a test (-update): do not edit.
CREATE FUNCTION core.cancella_verbale(cosa uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'core', 'pg_temp'
    AS $$
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
    UPDATE vincolo SET motivo = '[CANCELLATO]', rimozione_motivo = CASE rimozione_motivo WHEN '' THEN '' ELSE '[CANCELLATO]' END
        WHERE verbale = cosa AND tolto IS NOT NULL;
    UPDATE registro SET motivo = '[CANCELLATO]' WHERE oggetto_tipo = 'verbale' AND oggetto = cosa::text AND motivo <> '';
    INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE', cosa, cosa);
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;

COMMENT ON FUNCTION core.cancella_verbale(cosa uuid) IS 'Erases what is kept here of the persons of a fine that its owner has erased; once.';

CREATE FUNCTION core.conserva(quale text, quanti integer) RETURNS TABLE(oggetto uuid, verbale uuid)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'core', 'pg_temp'
    AS $$
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

COMMENT ON FUNCTION core.conserva(quale text, quanti integer) IS 'Deletes some of what the confirmed rule of a kind reaches; what it gives was deleted. Without a confirmed rule nothing goes.';

CREATE FUNCTION core.conserva_registro(quale text, regola uuid, prima timestamp with time zone, quanti integer, tipo text, tenuti text[], di text DEFAULT NULL::text) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
DECLARE
    tolte bigint;
BEGIN
    DELETE FROM registro WHERE posizione IN (SELECT s.posizione FROM registro s WHERE s.quando < prima AND (di IS NULL OR s.attore = di)
        AND NOT (s.oggetto_tipo = coalesce(tipo, '') AND s.oggetto IN (SELECT unnest(tenuti))) ORDER BY s.posizione LIMIT quanti * 50);
    GET DIAGNOSTICS tolte = ROW_COUNT;
    IF tolte > 0 THEN
        INSERT INTO cancellazione (classe, regola, righe) VALUES (quale, regola, tolte);
    END IF;
    RETURN tolte;
END $$;

COMMENT ON FUNCTION core.conserva_registro(quale text, regola uuid, prima timestamp with time zone, quanti integer, tipo text, tenuti text[], di text) IS 'Deletes lines of the audit that a rule reaches, writes down how many, and says it.';

CREATE FUNCTION core.oscura_rettifiche(quali uuid[]) RETURNS void
    LANGUAGE sql
    SET search_path TO 'core', 'pg_temp'
    AS $$
    UPDATE rettifica SET codice_fiscale = '', richiedente = '[CANCELLATO]', testo = '[CANCELLATO]', prova = CASE prova WHEN '' THEN '' ELSE '[CANCELLATO]' END,
        prorogata = CASE prorogata WHEN '' THEN '' ELSE '[CANCELLATO]' END, motivo = CASE motivo WHEN '' THEN '' ELSE '[CANCELLATO]' END
    WHERE id = ANY (quali) AND stato <> 'RICEVUTA'
$$;

CREATE FUNCTION core.solo_aggiunte() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP <> 'TRUNCATE' AND current_setting('verbali.cancellazione', true) = TG_TABLE_SCHEMA
        AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'la tabella % ammette solo aggiunte', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION core.trattenuti() RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'core', 'pg_temp'
    AS $$
BEGIN
    RETURN QUERY SELECT t.verbale FROM trattenimento t WHERE t.verbale IS NOT NULL;
    IF EXISTS (SELECT 1 FROM trattenimento t WHERE t.codice_fiscale <> '') THEN
        RETURN QUERY SELECT p.verbale FROM trattenimento t JOIN verbali_v1.soggetto s ON upper(s.codice_fiscale) = t.codice_fiscale
            JOIN verbali_v1.posizione p ON p.soggetto = s.id WHERE t.codice_fiscale <> '';
    END IF;
END $$;

CREATE TABLE core.cancellazione (
    posizione bigint NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL,
    classe text NOT NULL,
    regola uuid,
    oggetto uuid,
    verbale uuid,
    righe bigint DEFAULT 1 NOT NULL
);

COMMENT ON TABLE core.cancellazione IS 'What was deleted, when and by which rule: ids and counts, no person. Append-only.';

ALTER TABLE core.cancellazione ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME core.cancellazione_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE core.chiave (
    una boolean DEFAULT true NOT NULL,
    chiave bytea NOT NULL,
    CONSTRAINT chiave_chiave_check CHECK ((octet_length(chiave) = 32)),
    CONSTRAINT chiave_una_check CHECK (una)
);

COMMENT ON TABLE core.chiave IS 'With it the register names a tax code without holding it: found by who knows the code. One row.';

CREATE TABLE core.conservazione (
    id uuid NOT NULL,
    classe text NOT NULL,
    mesi integer NOT NULL,
    fonte text NOT NULL,
    anteprima bigint NOT NULL,
    proposta timestamp with time zone DEFAULT now() NOT NULL,
    proposta_da text NOT NULL,
    confermata timestamp with time zone,
    confermata_da text DEFAULT ''::text NOT NULL,
    cessata timestamp with time zone,
    cessata_da text DEFAULT ''::text NOT NULL,
    CONSTRAINT conservazione_check CHECK (((confermata IS NULL) = (confermata_da = ''::text))),
    CONSTRAINT conservazione_check1 CHECK (((cessata IS NULL) = (cessata_da = ''::text))),
    CONSTRAINT conservazione_check2 CHECK ((lower(confermata_da) <> lower(proposta_da))),
    CONSTRAINT conservazione_classe_check CHECK ((classe ~ '^[A-Z_]+$'::text)),
    CONSTRAINT conservazione_fonte_check CHECK ((fonte <> ''::text)),
    CONSTRAINT conservazione_mesi_check CHECK (((mesi >= 1) AND (mesi <= 1200))),
    CONSTRAINT conservazione_proposta_da_check CHECK ((proposta_da <> ''::text))
);

COMMENT ON TABLE core.conservazione IS 'How long the command keeps each kind of data. Nothing is deleted without a row here that a second person has confirmed.';

COMMENT ON COLUMN core.conservazione.mesi IS 'Months from the day that verbali_v1.conservabile and its like give.';

COMMENT ON COLUMN core.conservazione.fonte IS 'Where the term comes from, as the proposer says it: the plan of the command, an article.';

COMMENT ON COLUMN core.conservazione.anteprima IS 'How many would have gone when it was proposed.';

COMMENT ON COLUMN core.conservazione.confermata_da IS 'Never the proposer: the database refuses it too.';

CREATE TABLE core.lavoro_morto (
    id uuid NOT NULL,
    soggetto text NOT NULL,
    modulo text NOT NULL,
    tipo text NOT NULL,
    messaggio text NOT NULL,
    motivo text NOT NULL,
    consegne bigint NOT NULL,
    corpo jsonb NOT NULL,
    verbale uuid,
    lotto uuid,
    morto timestamp with time zone NOT NULL,
    riaccodato timestamp with time zone,
    riaccodato_da text DEFAULT ''::text NOT NULL,
    grezzo bytea,
    CONSTRAINT lavoro_morto_check CHECK (((riaccodato IS NULL) = (riaccodato_da = ''::text)))
);

COMMENT ON TABLE core.lavoro_morto IS 'Work of the tenant that failed for good, as the stream MORTI tells it: a row per death. Queued again by a person.';

COMMENT ON COLUMN core.lavoro_morto.id IS 'ce-id of the dead letter.';

COMMENT ON COLUMN core.lavoro_morto.soggetto IS 'Where the work is published again.';

COMMENT ON COLUMN core.lavoro_morto.messaggio IS 'ce-id of the work, which it keeps.';

COMMENT ON COLUMN core.lavoro_morto.motivo IS 'As the module that gave up says it; technical.';

COMMENT ON COLUMN core.lavoro_morto.verbale IS 'Fine that the work is about, where it names one.';

COMMENT ON COLUMN core.lavoro_morto.lotto IS 'Lot that the work is about, where it names one.';

COMMENT ON COLUMN core.lavoro_morto.grezzo IS 'Payload whole, where it is no JSON; corpo is null then.';

CREATE TABLE core.lavoro_morto_pezzo (
    lettera text NOT NULL,
    impronta text NOT NULL,
    pezzo integer NOT NULL,
    byte bytea NOT NULL,
    arrivato timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT lavoro_morto_pezzo_impronta_check CHECK ((impronta ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT lavoro_morto_pezzo_pezzo_check CHECK ((pezzo > 0))
);

COMMENT ON TABLE core.lavoro_morto_pezzo IS 'Pieces of dead letters larger than a message of the bus, until the last one has come: then they are one row of lavoro_morto.';

COMMENT ON COLUMN core.lavoro_morto_pezzo.lettera IS 'ce-id of the dead letter, the same of all its pieces.';

COMMENT ON COLUMN core.lavoro_morto_pezzo.impronta IS 'SHA-256 of the whole letter.';

CREATE TABLE core.registro (
    posizione bigint NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL,
    attore text NOT NULL,
    azione text NOT NULL,
    oggetto_tipo text DEFAULT ''::text NOT NULL,
    oggetto text DEFAULT ''::text NOT NULL,
    motivo text DEFAULT ''::text NOT NULL,
    esito text DEFAULT ''::text NOT NULL,
    indirizzo text DEFAULT ''::text NOT NULL,
    traccia text DEFAULT ''::text NOT NULL
);

COMMENT ON TABLE core.registro IS 'Who did or read what, on which fine or person, and why. Append-only.';

ALTER TABLE core.registro ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME core.registro_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE core.rettifica (
    id uuid NOT NULL,
    verbale uuid,
    codice_fiscale text DEFAULT ''::text NOT NULL,
    richiedente text NOT NULL,
    testo text NOT NULL,
    ricevuta date NOT NULL,
    entro date NOT NULL,
    prorogata text DEFAULT ''::text NOT NULL,
    registrata timestamp with time zone DEFAULT now() NOT NULL,
    registrata_da text NOT NULL,
    stato text DEFAULT 'RICEVUTA'::text NOT NULL,
    motivo text DEFAULT ''::text NOT NULL,
    evento integer,
    decisa timestamp with time zone,
    decisa_da text DEFAULT ''::text NOT NULL,
    prova text DEFAULT ''::text NOT NULL,
    CONSTRAINT rettifica_check CHECK ((entro > ricevuta)),
    CONSTRAINT rettifica_check1 CHECK (((stato = 'RICEVUTA'::text) = (decisa IS NULL))),
    CONSTRAINT rettifica_check2 CHECK (((decisa IS NULL) = (decisa_da = ''::text))),
    CONSTRAINT rettifica_check3 CHECK (((stato <> 'RESPINTA'::text) OR (motivo <> ''::text))),
    CONSTRAINT rettifica_check4 CHECK (((evento IS NULL) OR (verbale IS NOT NULL))),
    CONSTRAINT rettifica_registrata_da_check CHECK ((registrata_da <> ''::text)),
    CONSTRAINT rettifica_richiedente_check CHECK ((richiedente <> ''::text)),
    CONSTRAINT rettifica_stato_check CHECK ((stato = ANY (ARRAY['RICEVUTA'::text, 'ACCOLTA'::text, 'RESPINTA'::text]))),
    CONSTRAINT rettifica_testo_check CHECK ((testo <> ''::text))
);

COMMENT ON TABLE core.rettifica IS 'Requests of a person to correct what is held on her (art. 16 GDPR), with the term of art. 12 c. 3.';

COMMENT ON COLUMN core.rettifica.prorogata IS 'Why the term was prolonged by two months; empty: it was not.';

COMMENT ON COLUMN core.rettifica.evento IS 'Place in the log of the fine of the event that corrected it; null: nothing of the fine was to correct.';

COMMENT ON COLUMN core.rettifica.prova IS 'What the person showed: protocol, papers.';

CREATE TABLE core.ricevuto (
    consumatore text NOT NULL,
    id text NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE core.ricevuto IS 'Messages already taken, written in the transaction of their effect; kept 45 days.';

CREATE TABLE core.vincolo (
    id uuid NOT NULL,
    verbale uuid,
    codice_fiscale text DEFAULT ''::text NOT NULL,
    motivo text NOT NULL,
    posto timestamp with time zone DEFAULT now() NOT NULL,
    posto_da text NOT NULL,
    fino date,
    tolto timestamp with time zone,
    tolto_da text DEFAULT ''::text NOT NULL,
    rimozione uuid,
    rimozione_proposta timestamp with time zone,
    rimozione_da text DEFAULT ''::text NOT NULL,
    rimozione_motivo text DEFAULT ''::text NOT NULL,
    finito timestamp with time zone,
    CONSTRAINT vincolo_check CHECK (((verbale IS NULL) = (codice_fiscale <> ''::text))),
    CONSTRAINT vincolo_check1 CHECK (((tolto IS NULL) = (tolto_da = ''::text))),
    CONSTRAINT vincolo_check2 CHECK (((rimozione IS NULL) = (rimozione_proposta IS NULL))),
    CONSTRAINT vincolo_check3 CHECK (((rimozione IS NULL) = (rimozione_da = ''::text))),
    CONSTRAINT vincolo_check4 CHECK (((rimozione IS NULL) = (rimozione_motivo = ''::text))),
    CONSTRAINT vincolo_check5 CHECK (((rimozione_da = ''::text) OR (lower(tolto_da) <> lower(rimozione_da)))),
    CONSTRAINT vincolo_motivo_check CHECK ((motivo <> ''::text)),
    CONSTRAINT vincolo_posto_da_check CHECK ((posto_da <> ''::text))
);

COMMENT ON TABLE core.vincolo IS 'Legal hold on a fine or on a person: what it reaches is not deleted while it is in force.';

COMMENT ON COLUMN core.vincolo.codice_fiscale IS 'Of the person; the fixed mark once the hold is lifted or over.';

COMMENT ON COLUMN core.vincolo.fino IS 'Last day, in Rome; null: until somebody lifts it.';

COMMENT ON COLUMN core.vincolo.rimozione IS 'The proposal to lift the hold that waits, or that was confirmed; null: nobody asks. A hold lifted before this column has none.';

COMMENT ON COLUMN core.vincolo.rimozione_motivo IS 'Why, as the proposer says it; the fixed mark once the persons of the fine are erased.';

COMMENT ON COLUMN core.vincolo.finito IS 'When core found that the last day was over; null: in force, unless it was lifted.';

CREATE VIEW core.trattenimento AS
 SELECT verbale,
    upper(codice_fiscale) AS codice_fiscale
   FROM core.vincolo
  WHERE ((tolto IS NULL) AND (finito IS NULL))
UNION ALL
 SELECT verbale,
    upper(codice_fiscale) AS codice_fiscale
   FROM core.rettifica
  WHERE (stato = 'RICEVUTA'::text);

COMMENT ON VIEW core.trattenimento IS 'Holds in force and requests that wait: of a fine, or of a person by her tax code in capitals; empty: of none.';

CREATE TABLE core.uscita (
    posizione bigint NOT NULL,
    id uuid NOT NULL,
    soggetto text NOT NULL,
    oggetto text DEFAULT ''::text NOT NULL,
    corpo jsonb NOT NULL,
    traccia text DEFAULT ''::text NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE core.uscita IS 'Messages written in the transaction of their effect, deleted once the bus has acknowledged them.';

ALTER TABLE core.uscita ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME core.uscita_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW core_v1.cancellazione AS
 SELECT posizione,
    quando,
    classe,
    regola,
    oggetto,
    verbale,
    righe
   FROM core.cancellazione;

CREATE VIEW core_v1.conservabile AS
 SELECT 'LAVORI_MORTI'::text AS classe,
    id AS oggetto,
    verbale,
    morto AS dal
   FROM core.lavoro_morto
UNION ALL
 SELECT 'RETTIFICHE'::text AS classe,
    id AS oggetto,
    verbale,
    decisa AS dal
   FROM core.rettifica
  WHERE ((decisa IS NOT NULL) AND (testo <> '[CANCELLATO]'::text))
UNION ALL
 SELECT 'REGISTRO'::text AS classe,
    NULL::uuid AS oggetto,
        CASE
            WHEN ((oggetto_tipo = 'verbale'::text) AND (oggetto ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text)) THEN (oggetto)::uuid
            ELSE NULL::uuid
        END AS verbale,
    quando AS dal
   FROM core.registro;

COMMENT ON VIEW core_v1.conservabile IS 'What a rule may reach, and since when its term runs.';

CREATE VIEW core_v1.conservazione AS
 SELECT id,
    classe,
    mesi,
    confermata
   FROM core.conservazione
  WHERE ((confermata IS NOT NULL) AND (cessata IS NULL));

CREATE VIEW core_v1.registro AS
 SELECT posizione,
    quando,
    attore,
    azione,
    oggetto_tipo,
    oggetto,
    motivo,
    esito,
    indirizzo,
    traccia
   FROM core.registro;

CREATE VIEW core_v1.trattenuto AS
 SELECT verbale,
        CASE
            WHEN (codice_fiscale <> ''::text) THEN encode(sha256(convert_to(codice_fiscale, 'UTF8'::name)), 'hex'::text)
            ELSE NULL::text
        END AS persona
   FROM core.trattenimento;

COMMENT ON VIEW core_v1.trattenuto IS 'What is not deleted, whatever the rules say: fines, and persons by the SHA-256 of their tax code, under a hold or an open request.';

CREATE VIEW core_v1.verbale_trattenuto AS
 SELECT DISTINCT verbale
   FROM core.trattenuti() t(verbale);

COMMENT ON VIEW core_v1.verbale_trattenuto IS 'Fines that a hold or a request that waits keeps, on them or on one of their persons: every service asks it before it deletes.';

ALTER TABLE ONLY core.cancellazione
    ADD CONSTRAINT cancellazione_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY core.chiave
    ADD CONSTRAINT chiave_pkey PRIMARY KEY (una);

ALTER TABLE ONLY core.conservazione
    ADD CONSTRAINT conservazione_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.lavoro_morto_pezzo
    ADD CONSTRAINT lavoro_morto_pezzo_pkey PRIMARY KEY (lettera, impronta, pezzo);

ALTER TABLE ONLY core.lavoro_morto
    ADD CONSTRAINT lavoro_morto_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.registro
    ADD CONSTRAINT registro_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY core.rettifica
    ADD CONSTRAINT rettifica_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.ricevuto
    ADD CONSTRAINT ricevuto_pkey PRIMARY KEY (consumatore, id);

ALTER TABLE ONLY core.uscita
    ADD CONSTRAINT uscita_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY core.vincolo
    ADD CONSTRAINT vincolo_pkey PRIMARY KEY (id);

CREATE INDEX cancellazione_verbale ON core.cancellazione USING btree (verbale) WHERE (verbale IS NOT NULL);

CREATE UNIQUE INDEX conservazione_in_forza ON core.conservazione USING btree (classe) WHERE ((confermata IS NOT NULL) AND (cessata IS NULL));

CREATE UNIQUE INDEX conservazione_proposta ON core.conservazione USING btree (classe) WHERE ((confermata IS NULL) AND (cessata IS NULL));

CREATE INDEX lavoro_morto_fermo ON core.lavoro_morto USING btree (id) WHERE (riaccodato IS NULL);

CREATE INDEX lavoro_morto_morto ON core.lavoro_morto USING btree (morto);

CREATE INDEX lavoro_morto_pezzo_arrivato ON core.lavoro_morto_pezzo USING btree (arrivato);

CREATE INDEX lavoro_morto_verbale ON core.lavoro_morto USING btree (verbale) WHERE (riaccodato IS NULL);

CREATE INDEX registro_oggetto ON core.registro USING btree (oggetto_tipo, oggetto);

CREATE INDEX registro_quando ON core.registro USING brin (quando);

CREATE INDEX rettifica_aperta ON core.rettifica USING btree (entro) WHERE (stato = 'RICEVUTA'::text);

CREATE INDEX rettifica_verbale ON core.rettifica USING btree (verbale) WHERE (verbale IS NOT NULL);

CREATE INDEX ricevuto_quando ON core.ricevuto USING btree (quando);

CREATE INDEX vincolo_in_forza ON core.vincolo USING btree (posto) WHERE (tolto IS NULL);

CREATE TRIGGER cancellazione_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON core.cancellazione FOR EACH STATEMENT EXECUTE FUNCTION core.solo_aggiunte();

CREATE TRIGGER registro_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON core.registro FOR EACH STATEMENT EXECUTE FUNCTION core.solo_aggiunte();
