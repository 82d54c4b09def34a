-- Schema ocr as its migrations make it. Written by a test (-update): do not edit.
CREATE FUNCTION ocr.cancella_verbale(cosa uuid) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'ocr', 'pg_temp'
    AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM verbali_v1.cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RAISE EXCEPTION 'il verbale % non è stato cancellato', cosa USING ERRCODE = 'restrict_violation';
    END IF;
    PERFORM togli_letture(cosa);
END $$;

COMMENT ON FUNCTION ocr.cancella_verbale(cosa uuid) IS 'Deletes the readings of a fine that elaborazione has erased, once.';

CREATE FUNCTION ocr.conserva(quale text, quanti integer) RETURNS TABLE(oggetto uuid, verbale uuid)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'ocr', 'pg_temp'
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
    PERFORM set_config('verbali.cancellazione', 'ocr', true);
    IF quale = 'REGISTRO' THEN
        RETURN QUERY SELECT NULL::uuid, NULL::uuid WHERE conserva_registro(quale, regola.id, regola.prima, quanti, 'verbale',
            ARRAY(SELECT t.verbale::text FROM core_v1.verbale_trattenuto t)) > 0;
    ELSIF quale = 'LETTURE' THEN
        FOR x IN SELECT l.id, l.verbale FROM lettura l WHERE l.creata < regola.prima AND l.stato <> 'IN_CORSO'
            AND NOT EXISTS (SELECT 1 FROM core_v1.verbale_trattenuto t WHERE t.verbale = l.verbale) ORDER BY l.creata, l.id LIMIT quanti
        LOOP
            DELETE FROM lettura WHERE id = x.id;
            INSERT INTO cancellazione (classe, regola, oggetto, verbale) VALUES (quale, regola.id, x.id, x.verbale);
            oggetto := x.id;
            verbale := x.verbale;
            RETURN NEXT;
        END LOOP;
    END IF;
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;

COMMENT ON FUNCTION ocr.conserva(quale text, quanti integer) IS 'Deletes some of what the confirmed rule of a kind reaches; what it gives was deleted. Without a confirmed rule nothing goes.';

CREATE FUNCTION ocr.conserva_registro(quale text, regola uuid, prima timestamp with time zone, quanti integer, tipo text, tenuti text[], di text DEFAULT NULL::text) RETURNS bigint
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

COMMENT ON FUNCTION ocr.conserva_registro(quale text, regola uuid, prima timestamp with time zone, quanti integer, tipo text, tenuti text[], di text) IS 'Deletes lines of the audit that a rule reaches, writes down how many, and says it.';

CREATE FUNCTION ocr.solo_aggiunte() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP <> 'TRUNCATE' AND current_setting('verbali.cancellazione', true) = TG_TABLE_SCHEMA
        AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'la tabella % ammette solo aggiunte', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION ocr.togli_letture(cosa uuid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'ocr', 'pg_temp'
    AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1977679241); -- a hold waits for what runs, and what runs later sees it
    IF EXISTS (SELECT 1 FROM cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RETURN;
    END IF;
    PERFORM set_config('verbali.cancellazione', 'ocr', true);
    DELETE FROM lettura WHERE verbale = cosa;
    INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE', cosa, cosa);
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;

CREATE TABLE ocr.cancellazione (
    posizione bigint NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL,
    classe text NOT NULL,
    regola uuid,
    oggetto uuid,
    verbale uuid,
    righe bigint DEFAULT 1 NOT NULL
);

COMMENT ON TABLE ocr.cancellazione IS 'What was deleted, when and by which rule: ids and counts, no person. Append-only.';

ALTER TABLE ocr.cancellazione ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ocr.cancellazione_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ocr.immagine (
    lettura uuid NOT NULL,
    tipo text NOT NULL,
    contenuto bytea NOT NULL,
    scade timestamp with time zone NOT NULL
);

COMMENT ON TABLE ocr.immagine IS 'The picture of a plate, for the hour in which a person may look at it beside the reading.';

CREATE TABLE ocr.lettura (
    id uuid NOT NULL,
    tipo text NOT NULL,
    stato text NOT NULL,
    creata timestamp with time zone DEFAULT now() NOT NULL,
    attore text NOT NULL,
    insieme uuid,
    pagina integer DEFAULT 1 NOT NULL,
    pagine integer DEFAULT 1 NOT NULL,
    file text DEFAULT ''::text NOT NULL,
    sha256 text DEFAULT ''::text NOT NULL,
    pesi text DEFAULT ''::text NOT NULL,
    campi jsonb DEFAULT '[]'::jsonb NOT NULL,
    testo text DEFAULT ''::text NOT NULL,
    errore text DEFAULT ''::text NOT NULL,
    verbale uuid,
    posizione uuid,
    confermati jsonb,
    confermata timestamp with time zone,
    confermata_da text DEFAULT ''::text NOT NULL,
    CONSTRAINT lettura_check CHECK (((stato = 'CONFERMATA'::text) = ((confermata IS NOT NULL) AND (confermati IS NOT NULL)))),
    CONSTRAINT lettura_pagina_check CHECK ((pagina >= 1)),
    CONSTRAINT lettura_pagine_check CHECK ((pagine >= 1)),
    CONSTRAINT lettura_stato_check CHECK ((stato = ANY (ARRAY['IN_CORSO'::text, 'LETTA'::text, 'ILLEGGIBILE'::text, 'CONFERMATA'::text]))),
    CONSTRAINT lettura_tipo_check CHECK ((tipo = ANY (ARRAY['TARGA'::text, 'AVVISO_RICEVIMENTO'::text, 'BOLLETTINO'::text])))
);

COMMENT ON TABLE ocr.lettura IS 'An optical reading of one page; or, without insieme and with pages that name it there, of a file of many pages.';

COMMENT ON COLUMN ocr.lettura.insieme IS 'The reading of the file that this page came in.';

COMMENT ON COLUMN ocr.lettura.sha256 IS 'The page in the store of documents; empty: in immagine, or no longer kept.';

COMMENT ON COLUMN ocr.lettura.pesi IS 'Version of the reader''s weights.';

COMMENT ON COLUMN ocr.lettura.campi IS 'What was read: name, value, probability, corners, alternatives.';

COMMENT ON COLUMN ocr.lettura.errore IS 'Italian: why the page could not be read.';

COMMENT ON COLUMN ocr.lettura.verbale IS 'The fine that a receipt or slip was matched to.';

COMMENT ON COLUMN ocr.lettura.confermati IS 'What a person confirmed: name -> value.';

CREATE TABLE ocr.registro (
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

COMMENT ON TABLE ocr.registro IS 'Who did or read what, on which fine or person, and why. Append-only.';

ALTER TABLE ocr.registro ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ocr.registro_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ocr.ricevuto (
    consumatore text NOT NULL,
    id text NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE ocr.ricevuto IS 'Messages already taken, written in the transaction of their effect; kept 45 days.';

CREATE TABLE ocr.uscita (
    posizione bigint NOT NULL,
    id uuid NOT NULL,
    soggetto text NOT NULL,
    oggetto text DEFAULT ''::text NOT NULL,
    corpo jsonb NOT NULL,
    traccia text DEFAULT ''::text NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE ocr.uscita IS 'Messages written in the transaction of their effect, deleted once the bus has acknowledged them.';

ALTER TABLE ocr.uscita ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ocr.uscita_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW ocr_v1.cancellazione AS
 SELECT posizione,
    quando,
    classe,
    regola,
    oggetto,
    verbale,
    righe
   FROM ocr.cancellazione;

CREATE VIEW ocr_v1.conservabile AS
 SELECT 'REGISTRO'::text AS classe,
    NULL::uuid AS oggetto,
        CASE
            WHEN ((oggetto_tipo = 'verbale'::text) AND (oggetto ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text)) THEN (oggetto)::uuid
            ELSE NULL::uuid
        END AS verbale,
    quando AS dal
   FROM ocr.registro
UNION ALL
 SELECT 'LETTURE'::text AS classe,
    id AS oggetto,
    verbale,
    creata AS dal
   FROM ocr.lettura
  WHERE (stato <> 'IN_CORSO'::text);

COMMENT ON VIEW ocr_v1.conservabile IS 'What a rule may reach, and since when its term runs.';

CREATE VIEW ocr_v1.lettura AS
 SELECT id,
    tipo,
    stato,
    creata,
    attore,
    insieme,
    pagina,
    pagine,
    file,
    sha256,
    campi,
    errore,
    verbale,
    posizione,
    confermati,
    confermata,
    confermata_da
   FROM ocr.lettura;

CREATE VIEW ocr_v1.registro AS
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
   FROM ocr.registro;

ALTER TABLE ONLY ocr.cancellazione
    ADD CONSTRAINT cancellazione_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY ocr.immagine
    ADD CONSTRAINT immagine_pkey PRIMARY KEY (lettura);

ALTER TABLE ONLY ocr.lettura
    ADD CONSTRAINT lettura_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ocr.registro
    ADD CONSTRAINT registro_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY ocr.ricevuto
    ADD CONSTRAINT ricevuto_pkey PRIMARY KEY (consumatore, id);

ALTER TABLE ONLY ocr.uscita
    ADD CONSTRAINT uscita_pkey PRIMARY KEY (posizione);

CREATE INDEX cancellazione_verbale ON ocr.cancellazione USING btree (verbale) WHERE (verbale IS NOT NULL);

CREATE INDEX immagine_scade ON ocr.immagine USING btree (scade);

CREATE INDEX lettura_attesa ON ocr.lettura USING btree (tipo, creata) WHERE (stato = ANY (ARRAY['LETTA'::text, 'ILLEGGIBILE'::text]));

CREATE INDEX lettura_creata ON ocr.lettura USING btree (creata);

CREATE UNIQUE INDEX lettura_pagina ON ocr.lettura USING btree (insieme, pagina) WHERE (insieme IS NOT NULL);

CREATE INDEX lettura_verbale ON ocr.lettura USING btree (verbale) WHERE (verbale IS NOT NULL);

CREATE INDEX registro_oggetto ON ocr.registro USING btree (oggetto_tipo, oggetto);

CREATE INDEX registro_quando ON ocr.registro USING brin (quando);

CREATE INDEX ricevuto_quando ON ocr.ricevuto USING btree (quando);

CREATE TRIGGER cancellazione_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON ocr.cancellazione FOR EACH STATEMENT EXECUTE FUNCTION ocr.solo_aggiunte();

CREATE TRIGGER registro_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON ocr.registro FOR EACH STATEMENT EXECUTE FUNCTION ocr.solo_aggiunte();

ALTER TABLE ONLY ocr.immagine
    ADD CONSTRAINT immagine_lettura_fkey FOREIGN KEY (lettura) REFERENCES ocr.lettura(id) ON DELETE CASCADE;
