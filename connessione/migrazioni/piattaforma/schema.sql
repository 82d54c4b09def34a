-- Schema connessione as its migrations make it. Written by a test (-update): do not edit.
CREATE FUNCTION connessione.solo_aggiunte() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'la tabella % ammette solo aggiunte', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TABLE connessione.instradamento (
    chiave bytea NOT NULL,
    tenant text NOT NULL
);

COMMENT ON TABLE connessione.instradamento IS 'HMAC of IUV and plate to the tenants that issued it, so that an anonymous consultation asks only them and nobody can list it.';

CREATE TABLE connessione.limite_esterno (
    chiave text NOT NULL,
    numero integer NOT NULL,
    fino timestamp with time zone NOT NULL
);

COMMENT ON TABLE connessione.limite_esterno IS 'Limits of outside systems shared among replicas: number 0 is the next free turn, the others are places and until when.';

CREATE TABLE connessione.registro (
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

COMMENT ON TABLE connessione.registro IS 'Who did or read what, on which fine or person, and why. Append-only.';

ALTER TABLE connessione.registro ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME connessione.registro_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE connessione.ricevuto (
    consumatore text NOT NULL,
    id text NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE connessione.ricevuto IS 'Messages already taken, written in the transaction of their effect; kept 45 days.';

CREATE UNLOGGED TABLE connessione.ricostruzione (
    tenant text NOT NULL,
    chiave bytea NOT NULL,
    vera boolean NOT NULL
);

COMMENT ON TABLE connessione.ricostruzione IS 'Scratch of instradamento ricostruisci: the rows that a tenant had, and those that its notices give (vera).';

CREATE TABLE connessione.sessione (
    chiave bytea NOT NULL,
    contenuto bytea NOT NULL,
    scade timestamp with time zone NOT NULL,
    garanti bytea[] DEFAULT '{}'::bytea[] NOT NULL
);

COMMENT ON TABLE connessione.sessione IS 'Sessions of the citizens'' pages: hash of the cookie, and the token sealed with a key that only the cookie gives.';

COMMENT ON COLUMN connessione.sessione.garanti IS 'Of who came in by the provider of a portal: hashes of portal, provider and subject, and of portal, provider and session there, by which the provider says that it is over.';

CREATE TABLE connessione.tentativo (
    chiave bytea NOT NULL,
    pieno timestamp with time zone NOT NULL,
    attese integer NOT NULL,
    fino timestamp with time zone NOT NULL,
    scade timestamp with time zone NOT NULL
);

COMMENT ON TABLE connessione.tentativo IS 'Wrong keys of accounts, counted over all replicas: hash of the account, when its errors are forgiven, waits in a row and the end of the last.';

CREATE TABLE connessione.uscita (
    posizione bigint NOT NULL,
    id uuid NOT NULL,
    soggetto text NOT NULL,
    oggetto text DEFAULT ''::text NOT NULL,
    corpo jsonb NOT NULL,
    traccia text DEFAULT ''::text NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE connessione.uscita IS 'Messages written in the transaction of their effect, deleted once the bus has acknowledged them.';

ALTER TABLE connessione.uscita ALTER COLUMN posizione ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME connessione.uscita_posizione_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW connessione_v1.registro AS
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
   FROM connessione.registro;

COMMENT ON VIEW connessione_v1.registro IS 'Questions in vain, of no tenant: core shows them to the administrators of the platform.';

ALTER TABLE ONLY connessione.instradamento
    ADD CONSTRAINT instradamento_pkey PRIMARY KEY (chiave, tenant);

ALTER TABLE ONLY connessione.limite_esterno
    ADD CONSTRAINT limite_esterno_pkey PRIMARY KEY (chiave, numero);

ALTER TABLE ONLY connessione.registro
    ADD CONSTRAINT registro_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY connessione.ricevuto
    ADD CONSTRAINT ricevuto_pkey PRIMARY KEY (consumatore, id);

ALTER TABLE ONLY connessione.ricostruzione
    ADD CONSTRAINT ricostruzione_pkey PRIMARY KEY (tenant, chiave);

ALTER TABLE ONLY connessione.sessione
    ADD CONSTRAINT sessione_pkey PRIMARY KEY (chiave);

ALTER TABLE ONLY connessione.tentativo
    ADD CONSTRAINT tentativo_pkey PRIMARY KEY (chiave);

ALTER TABLE ONLY connessione.uscita
    ADD CONSTRAINT uscita_pkey PRIMARY KEY (posizione);

CREATE INDEX registro_oggetto ON connessione.registro USING btree (oggetto_tipo, oggetto);

CREATE INDEX ricevuto_quando ON connessione.ricevuto USING btree (quando);

CREATE INDEX sessione_garanti ON connessione.sessione USING gin (garanti) WHERE (garanti <> '{}'::bytea[]);

CREATE INDEX sessione_scade ON connessione.sessione USING btree (scade);

CREATE INDEX tentativo_scade ON connessione.tentativo USING btree (scade);

CREATE TRIGGER registro_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON connessione.registro FOR EACH STATEMENT EXECUTE FUNCTION connessione.solo_aggiunte();
