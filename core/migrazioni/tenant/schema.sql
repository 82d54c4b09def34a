-- Schema core as its migrations make it. Written by a test (-update): do not edit.
CREATE FUNCTION core.solo_aggiunte() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'la tabella % ammette solo aggiunte', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

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

CREATE TABLE core.ricevuto (
    consumatore text NOT NULL,
    id text NOT NULL,
    quando timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE core.ricevuto IS 'Messages already taken, written in the transaction of their effect; kept 45 days.';

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

ALTER TABLE ONLY core.lavoro_morto
    ADD CONSTRAINT lavoro_morto_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.registro
    ADD CONSTRAINT registro_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY core.ricevuto
    ADD CONSTRAINT ricevuto_pkey PRIMARY KEY (consumatore, id);

ALTER TABLE ONLY core.uscita
    ADD CONSTRAINT uscita_pkey PRIMARY KEY (posizione);

CREATE INDEX lavoro_morto_fermo ON core.lavoro_morto USING btree (id) WHERE (riaccodato IS NULL);

CREATE INDEX lavoro_morto_verbale ON core.lavoro_morto USING btree (verbale) WHERE (riaccodato IS NULL);

CREATE INDEX registro_oggetto ON core.registro USING btree (oggetto_tipo, oggetto);

CREATE INDEX ricevuto_quando ON core.ricevuto USING btree (quando);

CREATE TRIGGER registro_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON core.registro FOR EACH STATEMENT EXECUTE FUNCTION core.solo_aggiunte();
