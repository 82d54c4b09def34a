-- The tables that every schema has: outbox, inbox, audit. Names are unqualified: the search path of
-- a service's connections is its own schema.

CREATE TABLE uscita (
    posizione bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id        uuid        NOT NULL,
    soggetto  text        NOT NULL,
    oggetto   text        NOT NULL DEFAULT '',
    corpo     jsonb       NOT NULL,
    traccia   text        NOT NULL DEFAULT '',
    quando    timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE uscita IS 'Messages written in the transaction of their effect, deleted once the bus has acknowledged them.';

CREATE TABLE ricevuto (
    consumatore text        NOT NULL,
    id          text        NOT NULL,
    quando      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumatore, id)
);
CREATE INDEX ricevuto_quando ON ricevuto (quando);
COMMENT ON TABLE ricevuto IS 'Messages already taken, written in the transaction of their effect; kept 45 days.';

CREATE TABLE registro (
    posizione    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    quando       timestamptz NOT NULL DEFAULT now(),
    attore       text        NOT NULL,
    azione       text        NOT NULL,
    oggetto_tipo text        NOT NULL DEFAULT '',
    oggetto      text        NOT NULL DEFAULT '',
    motivo       text        NOT NULL DEFAULT '',
    esito        text        NOT NULL DEFAULT '',
    indirizzo    text        NOT NULL DEFAULT '',
    traccia      text        NOT NULL DEFAULT ''
);
CREATE INDEX registro_oggetto ON registro (oggetto_tipo, oggetto);
COMMENT ON TABLE registro IS 'Who did or read what, on which fine or person, and why. Append-only.';

CREATE FUNCTION solo_aggiunte() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'la tabella % ammette solo aggiunte', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER registro_solo_aggiunte BEFORE UPDATE OR DELETE OR TRUNCATE ON registro
    FOR EACH STATEMENT EXECUTE FUNCTION solo_aggiunte();
