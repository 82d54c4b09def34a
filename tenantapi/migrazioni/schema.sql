-- Schema tenantapi as its migrations make it. Written by a test (-update): do not edit.
CREATE FUNCTION tenantapi.solo_aggiunte() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'la tabella % ammette solo aggiunte', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

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

ALTER TABLE ONLY tenantapi.chiave
    ADD CONSTRAINT chiave_pkey PRIMARY KEY (una);

ALTER TABLE ONLY tenantapi.registro
    ADD CONSTRAINT registro_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY tenantapi.ricevuto
    ADD CONSTRAINT ricevuto_pkey PRIMARY KEY (consumatore, id);

ALTER TABLE ONLY tenantapi.uscita
    ADD CONSTRAINT uscita_pkey PRIMARY KEY (posizione);

CREATE INDEX registro_oggetto ON tenantapi.registro USING btree (oggetto_tipo, oggetto);

CREATE INDEX ricevuto_quando ON tenantapi.ricevuto USING btree (quando);

CREATE TRIGGER registro_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON tenantapi.registro FOR EACH STATEMENT EXECUTE FUNCTION tenantapi.solo_aggiunte();
