-- Schema core as its migrations make it. Written by a test (-update): do not edit.
CREATE FUNCTION core.solo_aggiunte() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'la tabella % ammette solo aggiunte', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TABLE core.agente (
    tenant text NOT NULL,
    matricola text NOT NULL,
    cognome text DEFAULT ''::text NOT NULL,
    nome text DEFAULT ''::text NOT NULL,
    reparto text DEFAULT ''::text NOT NULL,
    operatore text,
    stato text DEFAULT 'ATTIVO'::text NOT NULL,
    versione integer DEFAULT 1 NOT NULL,
    CONSTRAINT agente_matricola_check CHECK ((matricola ~ '^[A-Z0-9]{1,16}$'::text)),
    CONSTRAINT agente_stato_check CHECK ((stato = ANY (ARRAY['ATTIVO'::text, 'CESSATO'::text])))
);

CREATE TABLE core.chiave (
    kid text NOT NULL,
    pubblica bytea NOT NULL,
    creata timestamp with time zone DEFAULT now() NOT NULL,
    vista timestamp with time zone DEFAULT now() NOT NULL,
    ritirata timestamp with time zone
);

COMMENT ON TABLE core.chiave IS 'Public keys that tokens are signed with; private ones are files and never here.';

COMMENT ON COLUMN core.chiave.vista IS 'Last instant at which a process of core had the private half.';

CREATE TABLE core.conosciuto (
    chiave bytea NOT NULL,
    ultimo timestamp with time zone NOT NULL
);

COMMENT ON TABLE core.conosciuto IS 'Accounts that have logged in from an address: they do not wait for what others fail there.';

COMMENT ON COLUMN core.conosciuto.chiave IS 'SHA-256 of the account and of the address.';

CREATE TABLE core.impostazione (
    tenant text NOT NULL,
    chiave text NOT NULL,
    valore jsonb NOT NULL,
    valida_da date DEFAULT '1970-01-01'::date NOT NULL,
    CONSTRAINT impostazione_chiave_check CHECK ((chiave ~ '^[a-z][a-zA-Z0-9.]{1,79}$'::text))
);

CREATE TABLE core.integratore (
    id uuid NOT NULL,
    tenant text NOT NULL,
    nome text NOT NULL,
    stato text DEFAULT 'ATTIVO'::text NOT NULL,
    versione integer DEFAULT 1 NOT NULL,
    CONSTRAINT integratore_nome_check CHECK ((nome <> ''::text)),
    CONSTRAINT integratore_stato_check CHECK ((stato = ANY (ARRAY['ATTIVO'::text, 'CESSATO'::text])))
);

COMMENT ON TABLE core.integratore IS 'An external system of a tenant; accounts belong to it and idEsterno is unique in it.';

CREATE TABLE core.intervallo (
    id bigint NOT NULL,
    tenant text NOT NULL,
    codice_fiscale_ente text NOT NULL,
    segregazione text NOT NULL,
    prefisso text NOT NULL,
    tipo text DEFAULT 'AVVISO'::text NOT NULL,
    CONSTRAINT intervallo_forma_check CHECK (
CASE tipo
    WHEN 'AVVISO'::text THEN ((codice_fiscale_ente ~ '^[0-9]{11}$'::text) AND (segregazione ~ '^[0-9]{2}$'::text) AND (prefisso ~ '^[0-9]{1,8}$'::text))
    ELSE ((codice_fiscale_ente = ''::text) AND (segregazione = ''::text) AND (prefisso ~ '^[0-9]{1,9}$'::text))
END),
    CONSTRAINT intervallo_tipo_check CHECK ((tipo = ANY (ARRAY['AVVISO'::text, 'RACCOMANDATA_AG'::text])))
);

COMMENT ON TABLE core.intervallo IS 'Range of numbers of a tenant. AVVISO: creditor, segregation, prefix of the 13-digit base of a notice number. RACCOMANDATA_AG: prefix of the eleven digits before the check digit of a judicial act by post. No range lies within another.';

ALTER TABLE core.intervallo ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME core.intervallo_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE core.operatore (
    username text NOT NULL,
    tenant text,
    reparto text NOT NULL,
    reparto_sale text NOT NULL,
    impronta text NOT NULL,
    nome text DEFAULT ''::text NOT NULL,
    cognome text DEFAULT ''::text NOT NULL,
    codice_fiscale text DEFAULT ''::text NOT NULL,
    ruoli text[] NOT NULL,
    integratore uuid,
    stato text DEFAULT 'ATTIVO'::text NOT NULL,
    creato timestamp with time zone DEFAULT now() NOT NULL,
    verifica text DEFAULT 'LOCALE'::text NOT NULL,
    generazione bigint DEFAULT 1 NOT NULL,
    generata timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    versione integer DEFAULT 1 NOT NULL,
    provvisoria boolean DEFAULT false NOT NULL,
    password_dal timestamp with time zone DEFAULT now() NOT NULL,
    ruoli_gruppi text[] DEFAULT '{}'::text[] NOT NULL,
    provvisoria_fino timestamp with time zone,
    CONSTRAINT operatore_stato_check CHECK ((stato = ANY (ARRAY['ATTIVO'::text, 'BLOCCATO'::text]))),
    CONSTRAINT operatore_username_check CHECK (((username = lower(username)) AND (username ~ '^[a-z0-9][a-z0-9._@-]{1,63}$'::text))),
    CONSTRAINT operatore_verifica_check CHECK ((verifica = ANY (ARRAY['LOCALE'::text, 'LDAP'::text])))
);

COMMENT ON COLUMN core.operatore.reparto_sale IS 'Department whose code salted the password; it never follows a move.';

COMMENT ON COLUMN core.operatore.impronta IS 'H (upper-case hex SHA-512 of password and department) or argon2id of H.';

COMMENT ON COLUMN core.operatore.verifica IS 'Who checks the password: this row, or the command''s LDAP server.';

COMMENT ON COLUMN core.operatore.generazione IS 'Grows when tokens given before must no longer be good.';

COMMENT ON COLUMN core.operatore.versione IS 'Grows at each change: two administrators do not undo each other.';

COMMENT ON COLUMN core.operatore.provvisoria IS 'The password was given by somebody else, or has expired: it opens nothing but the page that changes it.';

COMMENT ON COLUMN core.operatore.password_dal IS 'Since when the password is this one; for accounts older than the column, the migration.';

COMMENT ON COLUMN core.operatore.ruoli_gruppi IS 'Those of ruoli that groups gave, and no administrator.';

COMMENT ON COLUMN core.operatore.provvisoria_fino IS 'Until when a password given by somebody else opens the page that changes it; null: without a term (one that has expired by age, or was given before this column).';

CREATE TABLE core.portale (
    codice text NOT NULL,
    tenant text NOT NULL,
    tipo text NOT NULL,
    stato text DEFAULT 'ATTIVO'::text NOT NULL,
    versione integer DEFAULT 1 NOT NULL,
    CONSTRAINT portale_codice_check CHECK ((codice ~ '^[a-z][a-z0-9-]{1,39}$'::text)),
    CONSTRAINT portale_stato_check CHECK ((stato = ANY (ARRAY['ATTIVO'::text, 'CESSATO'::text]))),
    CONSTRAINT portale_tipo_check CHECK ((tipo = ANY (ARRAY['OPERATORI'::text, 'CITTADINI'::text])))
);

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

CREATE TABLE core.reparto (
    id bigint NOT NULL,
    tenant text,
    codice text NOT NULL,
    descrizione text DEFAULT ''::text NOT NULL,
    stato text DEFAULT 'ATTIVO'::text NOT NULL,
    versione integer DEFAULT 1 NOT NULL,
    CONSTRAINT reparto_codice_check CHECK ((codice ~ '^[A-Z0-9_-]{1,20}$'::text)),
    CONSTRAINT reparto_stato_check CHECK ((stato = ANY (ARRAY['ATTIVO'::text, 'CESSATO'::text])))
);

ALTER TABLE core.reparto ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME core.reparto_id_seq
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

CREATE TABLE core.ruolo (
    tenant text NOT NULL,
    nome text NOT NULL,
    descrizione text DEFAULT ''::text NOT NULL,
    permessi text[] NOT NULL,
    versione integer DEFAULT 1 NOT NULL,
    CONSTRAINT ruolo_nome_check CHECK ((nome ~ '^[A-Z][A-Z0-9_]{1,29}$'::text)),
    CONSTRAINT ruolo_permessi_check CHECK (((cardinality(permessi) >= 1) AND (cardinality(permessi) <= 100)))
);

COMMENT ON TABLE core.ruolo IS 'A role that a command made: accounts name it, and what it may is looked up at each request.';

COMMENT ON COLUMN core.ruolo.permessi IS 'thing:act, thing:* or *. Of the platform''s permissions none is had by this.';

CREATE UNLOGGED TABLE core.sbagliata (
    chiave bytea NOT NULL,
    fino timestamp with time zone NOT NULL,
    volte integer DEFAULT 1 NOT NULL,
    riprova timestamp with time zone NOT NULL
);

COMMENT ON TABLE core.sbagliata IS 'Logins that failed, each kept an hour.';

COMMENT ON COLUMN core.sbagliata.chiave IS 'SHA-256 of account, address and a hash of all that was given, keyed by the key that signs tokens, which is not here.';

COMMENT ON COLUMN core.sbagliata.volte IS 'How often it was looked at.';

COMMENT ON COLUMN core.sbagliata.riprova IS 'Before it, it is refused without being looked at.';

CREATE TABLE core.sessione (
    chiave bytea NOT NULL,
    username text,
    attributi jsonb DEFAULT '{}'::jsonb NOT NULL,
    creata timestamp with time zone DEFAULT now() NOT NULL,
    attiva timestamp with time zone DEFAULT now() NOT NULL,
    emittente text,
    soggetto text,
    sid text
);

COMMENT ON COLUMN core.sessione.chiave IS 'SHA-256 of the cookie; the cookie itself is kept nowhere.';

COMMENT ON COLUMN core.sessione.emittente IS 'Issuer of the provider; null for a login by password.';

COMMENT ON COLUMN core.sessione.soggetto IS 'The person at the provider (sub).';

COMMENT ON COLUMN core.sessione.sid IS 'The session at the provider, where it says one.';

CREATE TABLE core.tabella (
    nome text NOT NULL,
    tenant text DEFAULT ''::text NOT NULL,
    versione integer NOT NULL,
    impronta text DEFAULT ''::text NOT NULL,
    righe integer DEFAULT 0 NOT NULL,
    CONSTRAINT tabella_check CHECK (((nome = 'strade'::text) = (tenant <> ''::text))),
    CONSTRAINT tabella_nome_check CHECK ((nome = ANY (ARRAY['comuni'::text, 'violazioni'::text, 'strade'::text]))),
    CONSTRAINT tabella_versione_check CHECK ((versione >= 0))
);

COMMENT ON TABLE core.tabella IS 'The present version of each fixed table.';

COMMENT ON COLUMN core.tabella.tenant IS 'Empty for the tables of the platform; streets belong to a tenant.';

COMMENT ON COLUMN core.tabella.impronta IS 'Hash of the rows, equal for equal content.';

CREATE TABLE core.tabella_bozza (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    nome text NOT NULL,
    tenant text DEFAULT ''::text NOT NULL,
    operatore text NOT NULL,
    contenuto bytea NOT NULL,
    creata timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE core.tabella_bozza IS 'Files whose preview an operator is looking at: dropped when confirmed, or after a day.';

CREATE TABLE core.tabella_riga (
    nome text NOT NULL,
    tenant text DEFAULT ''::text NOT NULL,
    chiave text NOT NULL,
    da integer NOT NULL,
    a integer,
    ordine text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    dati jsonb NOT NULL,
    CONSTRAINT tabella_riga_check CHECK ((a > da))
);

COMMENT ON COLUMN core.tabella_riga.da IS 'First version with this row as it is.';

COMMENT ON COLUMN core.tabella_riga.a IS 'First version without it or with another in its place; null: it is in the present one.';

COMMENT ON COLUMN core.tabella_riga.ordine IS 'The key as it is sorted for people: 7 before 142.';

CREATE TABLE core.tabella_versione (
    nome text NOT NULL,
    tenant text DEFAULT ''::text NOT NULL,
    versione integer NOT NULL,
    impronta text NOT NULL,
    righe integer NOT NULL,
    aggiunte integer NOT NULL,
    modificate integer NOT NULL,
    tolte integer NOT NULL,
    nota text DEFAULT ''::text NOT NULL,
    caricata timestamp with time zone DEFAULT now() NOT NULL,
    attore text NOT NULL,
    CONSTRAINT tabella_versione_versione_check CHECK ((versione > 0))
);

COMMENT ON TABLE core.tabella_versione IS 'What each import did, who asked for it and why.';

CREATE TABLE core.tenant (
    nome text NOT NULL,
    denominazione text NOT NULL,
    codice_fiscale text DEFAULT ''::text NOT NULL,
    host text DEFAULT ''::text NOT NULL,
    banca text NOT NULL,
    stato text DEFAULT 'ATTIVO'::text NOT NULL,
    creato timestamp with time zone DEFAULT now() NOT NULL,
    banca_pronta boolean DEFAULT true NOT NULL,
    versione integer DEFAULT 1 NOT NULL,
    CONSTRAINT tenant_denominazione_check CHECK ((denominazione <> ''::text)),
    CONSTRAINT tenant_nome_check CHECK (((nome ~ '^[a-z][a-z0-9-]{1,29}$'::text) AND (nome <> 'piattaforma'::text))),
    CONSTRAINT tenant_stato_check CHECK ((stato = ANY (ARRAY['ATTIVO'::text, 'SOSPESO'::text])))
);

COMMENT ON TABLE core.tenant IS 'A command served by the platform, with a database of its own.';

COMMENT ON COLUMN core.tenant.banca_pronta IS 'False while the database is being made: nobody is shown the tenant yet, and the same command goes on.';

CREATE UNLOGGED TABLE core.tentativo (
    chiave bytea NOT NULL,
    falliti integer NOT NULL,
    ultimo timestamp with time zone NOT NULL,
    riprova timestamp with time zone NOT NULL,
    annotato boolean DEFAULT false NOT NULL
);

COMMENT ON COLUMN core.tentativo.chiave IS 'SHA-256 of the account and of the address; of the account alone for what slows it from everywhere.';

COMMENT ON COLUMN core.tentativo.annotato IS 'Somebody has been told to wait since the last failure: the register says it once.';

CREATE UNLOGGED TABLE core.tentativo_indirizzo (
    chiave bytea NOT NULL,
    falliti integer NOT NULL,
    ultimo timestamp with time zone NOT NULL,
    riprova timestamp with time zone NOT NULL
);

COMMENT ON COLUMN core.tentativo_indirizzo.chiave IS 'SHA-256 of the address (IPv6: its /64).';

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

CREATE VIEW core_v1.agente AS
 SELECT tenant,
    matricola,
    cognome,
    nome,
    reparto,
    operatore,
    stato
   FROM core.agente;

CREATE VIEW core_v1.impostazione AS
 SELECT tenant,
    chiave,
    valore,
    valida_da
   FROM core.impostazione;

CREATE VIEW core_v1.integratore AS
 SELECT id,
    tenant,
    nome,
    stato
   FROM core.integratore;

CREATE VIEW core_v1.intervallo AS
 SELECT id,
    tenant,
    codice_fiscale_ente,
    segregazione,
    prefisso
   FROM core.intervallo
  WHERE (tipo = 'AVVISO'::text);

CREATE VIEW core_v1.intervallo_ag AS
 SELECT id,
    tenant,
    prefisso
   FROM core.intervallo
  WHERE (tipo = 'RACCOMANDATA_AG'::text);

CREATE VIEW core_v1.operatore AS
 SELECT username,
    tenant,
    reparto,
    nome,
    cognome,
    codice_fiscale,
    ruoli,
    integratore,
    stato,
    verifica,
    generazione
   FROM core.operatore;

CREATE VIEW core_v1.portale AS
 SELECT codice,
    tenant,
    tipo,
    stato
   FROM core.portale;

CREATE VIEW core_v1.reparto AS
 SELECT tenant,
    codice,
    descrizione,
    stato
   FROM core.reparto;

CREATE VIEW core_v1.revoca AS
 SELECT username,
    generazione,
    stato
   FROM core.operatore
  WHERE (generata > (now() - '00:35:00'::interval));

COMMENT ON VIEW core_v1.revoca IS 'Accounts with tokens that may not have expired and are no longer good: those of a lower generation, all of them if not ATTIVO.';

CREATE VIEW core_v1.ruolo AS
 SELECT tenant,
    nome,
    permessi
   FROM core.ruolo;

CREATE VIEW core_v1.tabella AS
 SELECT nome,
    tenant,
    versione,
    impronta,
    righe
   FROM core.tabella;

CREATE VIEW core_v1.tabella_riga AS
 SELECT nome,
    tenant,
    chiave,
    da,
    a,
    dati
   FROM core.tabella_riga;

COMMENT ON VIEW core_v1.tabella_riga IS 'Rows of the fixed tables; a is null for those of the present version.';

CREATE VIEW core_v1.tenant AS
 SELECT nome,
    denominazione,
    codice_fiscale,
    host,
    banca,
    stato
   FROM core.tenant
  WHERE banca_pronta;

ALTER TABLE ONLY core.agente
    ADD CONSTRAINT agente_pkey PRIMARY KEY (tenant, matricola);

ALTER TABLE ONLY core.chiave
    ADD CONSTRAINT chiave_pkey PRIMARY KEY (kid);

ALTER TABLE ONLY core.conosciuto
    ADD CONSTRAINT conosciuto_pkey PRIMARY KEY (chiave);

ALTER TABLE ONLY core.impostazione
    ADD CONSTRAINT impostazione_pkey PRIMARY KEY (tenant, chiave, valida_da);

ALTER TABLE ONLY core.integratore
    ADD CONSTRAINT integratore_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.integratore
    ADD CONSTRAINT integratore_tenant_nome_key UNIQUE (tenant, nome);

ALTER TABLE ONLY core.intervallo
    ADD CONSTRAINT intervallo_codice_fiscale_ente_segregazione_prefisso_key UNIQUE (codice_fiscale_ente, segregazione, prefisso);

ALTER TABLE ONLY core.intervallo
    ADD CONSTRAINT intervallo_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.operatore
    ADD CONSTRAINT operatore_pkey PRIMARY KEY (username);

ALTER TABLE ONLY core.portale
    ADD CONSTRAINT portale_pkey PRIMARY KEY (codice);

ALTER TABLE ONLY core.registro
    ADD CONSTRAINT registro_pkey PRIMARY KEY (posizione);

ALTER TABLE ONLY core.reparto
    ADD CONSTRAINT reparto_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.reparto
    ADD CONSTRAINT reparto_tenant_codice_key UNIQUE NULLS NOT DISTINCT (tenant, codice);

ALTER TABLE ONLY core.ricevuto
    ADD CONSTRAINT ricevuto_pkey PRIMARY KEY (consumatore, id);

ALTER TABLE ONLY core.ruolo
    ADD CONSTRAINT ruolo_pkey PRIMARY KEY (tenant, nome);

ALTER TABLE ONLY core.sbagliata
    ADD CONSTRAINT sbagliata_pkey PRIMARY KEY (chiave);

ALTER TABLE ONLY core.sessione
    ADD CONSTRAINT sessione_pkey PRIMARY KEY (chiave);

ALTER TABLE ONLY core.tabella_bozza
    ADD CONSTRAINT tabella_bozza_pkey PRIMARY KEY (id);

ALTER TABLE ONLY core.tabella
    ADD CONSTRAINT tabella_pkey PRIMARY KEY (nome, tenant);

ALTER TABLE ONLY core.tabella_riga
    ADD CONSTRAINT tabella_riga_pkey PRIMARY KEY (nome, tenant, chiave, da);

ALTER TABLE ONLY core.tabella_versione
    ADD CONSTRAINT tabella_versione_pkey PRIMARY KEY (nome, tenant, versione);

ALTER TABLE ONLY core.tenant
    ADD CONSTRAINT tenant_pkey PRIMARY KEY (nome);

ALTER TABLE ONLY core.tentativo_indirizzo
    ADD CONSTRAINT tentativo_indirizzo_pkey PRIMARY KEY (chiave);

ALTER TABLE ONLY core.tentativo
    ADD CONSTRAINT tentativo_pkey PRIMARY KEY (chiave);

ALTER TABLE ONLY core.uscita
    ADD CONSTRAINT uscita_pkey PRIMARY KEY (posizione);

CREATE INDEX conosciuto_ultimo ON core.conosciuto USING btree (ultimo);

CREATE INDEX operatore_generata ON core.operatore USING btree (generata);

CREATE INDEX operatore_integratore ON core.operatore USING btree (integratore) WHERE (integratore IS NOT NULL);

CREATE INDEX operatore_tenant ON core.operatore USING btree (tenant, username);

CREATE INDEX registro_oggetto ON core.registro USING btree (oggetto_tipo, oggetto);

CREATE INDEX ricevuto_quando ON core.ricevuto USING btree (quando);

CREATE INDEX sbagliata_fino ON core.sbagliata USING btree (fino);

CREATE INDEX sessione_attiva ON core.sessione USING btree (attiva);

CREATE INDEX sessione_fornitore ON core.sessione USING btree (emittente, soggetto) WHERE (emittente IS NOT NULL);

CREATE INDEX tabella_bozza_creata ON core.tabella_bozza USING btree (creata);

CREATE INDEX tabella_riga_ordine ON core.tabella_riga USING btree (nome, tenant, ordine);

CREATE UNIQUE INDEX tabella_riga_presente ON core.tabella_riga USING btree (nome, tenant, chiave) WHERE (a IS NULL);

CREATE INDEX tentativo_indirizzo_ultimo ON core.tentativo_indirizzo USING btree (ultimo);

CREATE INDEX tentativo_ultimo ON core.tentativo USING btree (ultimo);

CREATE TRIGGER registro_solo_aggiunte BEFORE DELETE OR UPDATE OR TRUNCATE ON core.registro FOR EACH STATEMENT EXECUTE FUNCTION core.solo_aggiunte();

ALTER TABLE ONLY core.agente
    ADD CONSTRAINT agente_operatore_fkey FOREIGN KEY (operatore) REFERENCES core.operatore(username);

ALTER TABLE ONLY core.agente
    ADD CONSTRAINT agente_tenant_fkey FOREIGN KEY (tenant) REFERENCES core.tenant(nome);

ALTER TABLE ONLY core.impostazione
    ADD CONSTRAINT impostazione_tenant_fkey FOREIGN KEY (tenant) REFERENCES core.tenant(nome);

ALTER TABLE ONLY core.integratore
    ADD CONSTRAINT integratore_tenant_fkey FOREIGN KEY (tenant) REFERENCES core.tenant(nome);

ALTER TABLE ONLY core.intervallo
    ADD CONSTRAINT intervallo_tenant_fkey FOREIGN KEY (tenant) REFERENCES core.tenant(nome);

ALTER TABLE ONLY core.operatore
    ADD CONSTRAINT operatore_integratore_fkey FOREIGN KEY (integratore) REFERENCES core.integratore(id);

ALTER TABLE ONLY core.operatore
    ADD CONSTRAINT operatore_tenant_fkey FOREIGN KEY (tenant) REFERENCES core.tenant(nome);

ALTER TABLE ONLY core.portale
    ADD CONSTRAINT portale_tenant_fkey FOREIGN KEY (tenant) REFERENCES core.tenant(nome);

ALTER TABLE ONLY core.reparto
    ADD CONSTRAINT reparto_tenant_fkey FOREIGN KEY (tenant) REFERENCES core.tenant(nome);

ALTER TABLE ONLY core.ruolo
    ADD CONSTRAINT ruolo_tenant_fkey FOREIGN KEY (tenant) REFERENCES core.tenant(nome);

ALTER TABLE ONLY core.sessione
    ADD CONSTRAINT sessione_username_fkey FOREIGN KEY (username) REFERENCES core.operatore(username);

ALTER TABLE ONLY core.tabella_riga
    ADD CONSTRAINT tabella_riga_nome_tenant_da_fkey FOREIGN KEY (nome, tenant, da) REFERENCES core.tabella_versione(nome, tenant, versione);

ALTER TABLE ONLY core.tabella_versione
    ADD CONSTRAINT tabella_versione_nome_tenant_fkey FOREIGN KEY (nome, tenant) REFERENCES core.tabella(nome, tenant);
