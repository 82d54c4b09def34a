-- Schema tenantapi as its migrations make it. Written by a test (-update): do not edit.
CREATE FUNCTION tenantapi.conserva(quale text, quanti integer) RETURNS TABLE(oggetto uuid, verbale uuid)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'tenantapi', 'pg_temp'
    AS $$
#variable_conflict use_column
DECLARE
    regola record;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1977679241); -- a hold waits for what runs, and what runs later sees it
    SELECT c.id, now() - make_interval(months => c.mesi) AS prima INTO regola FROM core_v1.conservazione c WHERE c.classe = quale;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    PERFORM set_config('verbali.cancellazione', 'tenantapi', true);
    IF quale = 'REGISTRO' THEN
        RETURN QUERY SELECT NULL::uuid, NULL::uuid WHERE conserva_registro(quale, regola.id, regola.prima, quanti, 'verbale',
            ARRAY(SELECT t.verbale::text FROM core_v1.verbale_trattenuto t)) > 0;
    END IF;
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;

COMMENT ON FUNCTION tenantapi.conserva(quale text, quanti integer) IS 'Deletes some of what the confirmed rule of a kind reaches; what it gives was deleted. Without a confirmed rule nothing goes.';

CREATE FUNCTION tenantapi.conserva_registro(quale text, regola uuid, prima timestamp with time zone, quanti integer, tipo text, tenuti text[], di text DEFAULT NULL::text) RETURNS bigint
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

COMMENT ON FUNCTION tenantapi.conserva_registro(quale text, regola uuid, prima timestamp with time zone, quanti integer, tipo text, tenuti text[], di text) IS 'Deletes lines of the audit that a rule reaches, writes down how many, and says it.';

CREATE FUNCTION tenantapi.hmac_sha256(chiave bytea, testo bytea) RETURNS bytea
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'tenantapi', 'pg_temp'
    AS $$
DECLARE
    piena bytea := chiave || decode(repeat('00', 64 - octet_length(chiave)), 'hex');
    dentro bytea := piena;
    fuori bytea := piena;
BEGIN
    FOR i IN 0..63 LOOP
        dentro := set_byte(dentro, i, get_byte(piena, i) # 54);
        fuori := set_byte(fuori, i, get_byte(piena, i) # 92);
    END LOOP;
    RETURN sha256(fuori || sha256(dentro || testo));
END $$;

COMMENT ON FUNCTION tenantapi.hmac_sha256(chiave bytea, testo bytea) IS 'RFC 2104 with SHA-256, of a key of at most 64 bytes.';

CREATE FUNCTION tenantapi.solo_aggiunte() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF TG_OP <> 'TRUNCATE' AND current_setting('verbali.cancellazione', true) = TG_TABLE_SCHEMA
        AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'la tabella % ammette solo aggiunte', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION tenantapi_v1.impronta(codice text) RETURNS text
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'tenantapi', 'pg_temp'
    AS $$
    SELECT encode(substr(hmac_sha256(hmac_sha256(c.chiave, convert_to('registro: codice fiscale', 'UTF8')), convert_to(upper(codice), 'UTF8')), 1, 16), 'hex')
        || ' …' || right(upper(codice), 4) FROM chiave c
$$;

COMMENT ON FUNCTION tenantapi_v1.impronta(codice text) IS 'The object of the lines of the register about a tax code: the same as the Go function Impronta.';

CREATE TABLE tenantapi.cancellazione (
    posizione bigint NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL,
    classe text NOT NULL,
    regola uuid,
    oggetto uuid,
    verbale uuid,
    righe bigint DEFAULT 1 NOT NULL
);

COMMENT ON TABLE tenantapi.cancellazione IS 'What was deleted, when and by which rule: ids and counts, no person. Append-only.';

ALTER TABLE tenantapi.cancellazione ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME tenantapi.cancellazione_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE tenantapi.chiave (
    una boolean DEFAULT true NOT NULL,
    chiave bytea NOT NULL,
    CONSTRAINT chiave_chiave_check CHECK ((octet_length(chiave) = 32)),
    CONSTRAINT chiave_una_check CHECK (una)
);

COMMENT ON TABLE tenantapi.chiave IS 'Signs the cursors of this tenant: every replica reads it, no caller sees it. One row.';

CREATE TABLE tenantapi.registro (
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

COMMENT ON TABLE tenantapi.registro IS 'Who did or read what, on which fine or person, and why. Append-only.';

ALTER TABLE tenantapi.registro ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME tenantapi.registro_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE tenantapi.ricevuto (
    consumatore text NOT NULL,
    id text NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE tenantapi.ricevuto IS 'Messages already taken, written in the transaction of their effect; kept 45 days.';

CREATE TABLE tenantapi.uscita (
    posizione bigint NOT NULL,
    id uuid NOT NULL,
    soggetto text NOT NULL,
    oggetto text DEFAULT ''::text NOT NULL,
    corpo jsonb NOT NULL,
    traccia text DEFAULT ''::text NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE tenantapi.uscita IS 'Messages written in the transaction of their effect, deleted once the bus has acknowledged them.';

ALTER TABLE tenantapi.uscita ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME tenantapi.uscita_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW tenantapi_v1.cancellazione AS
 SELECT posizione,
    quando,
    classe,
    regola,
    oggetto,
    verbale,
    righe
   FROM tenantapi.cancellazione;

CREATE VIEW tenantapi_v1.conservabile AS
 SELECT 'REGISTRO'::text AS classe,
    NULL::uuid AS oggetto,
        CASE
            WHEN ((oggetto_tipo = 'verbale'::text) AND (oggetto ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text)) THEN (oggetto)::uuid
            ELSE NULL::uuid
        END AS verbale,
    quando AS dal
   FROM tenantapi.registro;

COMMENT ON VIEW tenantapi_v1.conservabile IS 'What a rule may reach, and since when its term runs.';

CREATE VIEW tenantapi_v1.registro AS
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
   FROM tenantapi.registro;

ALTER TABLE ONLY tenantapi.cancellazione
    ADD CONSTRAINT cancellazione_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY tenantapi.chiave
    ADD CONSTRAINT chiave_pkey PRIMARY KEY (una);

ALTER TABLE ONLY tenantapi.registro
    ADD CONSTRAINT registro_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY tenantapi.ricevuto
    ADD CONSTRAINT ricevuto_pkey PRIMARY KEY (consumatore, id);

ALTER TABLE ONLY tenantapi.uscita
    ADD CONSTRAINT uscita_pkey PRIMARY KEY (posizione);

CREATE INDEX cancellazione_verbale ON tenantapi.cancellazione USING btree (verbale) WHERE (verbale IS NOT NULL);

CREATE INDEX registro_oggetto ON tenantapi.registro USING btree (oggetto_tipo, oggetto);

CREATE INDEX registro_quando ON tenantapi.registro USING brin (quando);

CREATE INDEX ricevuto_quando ON tenantapi.ricevuto USING btree (quando);

CREATE TRIGGER cancellazione_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON tenantapi.cancellazione FOR EACH STATEMENT EXECUTE FUNCTION tenantapi.solo_aggiunte();

CREATE TRIGGER registro_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON tenantapi.registro FOR EACH STATEMENT EXECUTE FUNCTION tenantapi.solo_aggiunte();
