-- +goose Up
-- Notifications by SEND: the attempts, their timelines as received, the proofs, the streams, what SEND was told of money.
CREATE TABLE invio (
    id            uuid        PRIMARY KEY,
    verbale       uuid        NOT NULL,
    posizione     uuid        NOT NULL,
    documento     uuid        NOT NULL,
    sha256        text        NOT NULL,
    stato         text        NOT NULL DEFAULT 'DA_INVIARE' CHECK (stato IN
        ('DA_INVIARE', 'IN_VALIDAZIONE', 'RIFIUTATA', 'ACCETTATA', 'PERFEZIONATA', 'NON_PERFEZIONABILE', 'ANNULLATA', 'ESITO_IGNOTO')),
    chiesto       timestamptz NOT NULL,
    protocollo    text        NOT NULL DEFAULT '',
    token         text        NOT NULL DEFAULT '',
    richiesta     jsonb,
    lasciata      timestamptz,
    inviato       timestamptz,
    id_richiesta  text        NOT NULL DEFAULT '',
    iun           text        NOT NULL DEFAULT '',
    accettato     timestamptz,
    giorno        date,
    istante       timestamptz,
    modo          text        NOT NULL DEFAULT '',
    via           text        NOT NULL DEFAULT '',
    prevista      date,
    elementi      text[]      NOT NULL DEFAULT '{}',
    correzioni    integer     NOT NULL DEFAULT 0,
    rifiuti       jsonb,
    subito        boolean     NOT NULL DEFAULT false,
    annullo       timestamptz,
    annullo_da    text        NOT NULL DEFAULT '',
    annullo_perche text       NOT NULL DEFAULT '',
    annullo_codice text       NOT NULL DEFAULT '',
    persona       text        NOT NULL DEFAULT '',
    persona_dal   timestamptz,
    ferma         text        NOT NULL DEFAULT '',
    ferma_dal     timestamptz,
    letto         timestamptz,
    prossimo      timestamptz,
    ultimo        timestamptz,
    revisione     integer     NOT NULL DEFAULT 0,
    costo         jsonb,
    cancellata    timestamptz
);
CREATE INDEX invio_verbale ON invio (verbale);
CREATE UNIQUE INDEX invio_iun ON invio (iun) WHERE iun <> '';
CREATE UNIQUE INDEX invio_id_richiesta ON invio (id_richiesta) WHERE id_richiesta <> '';
CREATE INDEX invio_prossimo ON invio (prossimo) WHERE prossimo IS NOT NULL;
CREATE INDEX invio_persona ON invio (persona_dal) WHERE persona <> '';
COMMENT ON TABLE invio IS 'Attempts to serve an act by SEND, each under the id that elaborazione gave it (verbali_v1.notifica).';
COMMENT ON COLUMN invio.sha256 IS 'The act in the store of documents; the bytes that leave are held to it.';
COMMENT ON COLUMN invio.token IS 'Written before the request leaves, with protocollo; the same one leaves again after a cut.';
COMMENT ON COLUMN invio.richiesta IS 'The request as it leaves. It names the recipient, and goes with the persons of the fine.';
COMMENT ON COLUMN invio.lasciata IS 'When the request first left; SEND may have it though no answer came.';
COMMENT ON COLUMN invio.accettato IS 'The instant of REQUEST_ACCEPTED: that of the command for art. 201 CdS.';
COMMENT ON COLUMN invio.giorno IS 'A day of Rome; null: service has not taken effect.';
COMMENT ON COLUMN invio.rifiuti IS 'Why SEND refused: code, field and words of each fault.';
COMMENT ON COLUMN invio.subito IS 'Refused at once: nothing left.';
COMMENT ON COLUMN invio.persona IS 'Why a person is asked to decide; empty: nobody is.';
COMMENT ON COLUMN invio.ferma IS 'Why it has not left yet; empty: nothing holds it.';
COMMENT ON COLUMN invio.prossimo IS 'When it is looked at again: to send it, or to read it by its IUN. Null: it is over.';
COMMENT ON COLUMN invio.ultimo IS 'The latest eventTimestamp of its timeline.';

CREATE TABLE invio_elemento (
    invio       uuid        NOT NULL REFERENCES invio (id),
    ordine      bigint      GENERATED ALWAYS AS IDENTITY,
    elemento    text        NOT NULL,
    categoria   text        NOT NULL,
    impronta    text        NOT NULL,
    accaduto    timestamptz,
    saputo      timestamptz,
    letto       timestamptz NOT NULL,
    illeggibile boolean     NOT NULL DEFAULT false,
    superato    boolean     NOT NULL DEFAULT false,
    grezzo      json        NOT NULL,
    PRIMARY KEY (invio, ordine),
    UNIQUE (invio, elemento, impronta)
);
COMMENT ON TABLE invio_elemento IS 'Elements of timelines as SEND gave them, each content once, in the order in which they were read.';
COMMENT ON COLUMN invio_elemento.superato IS 'A correction took it away.';

CREATE TABLE invio_prova (
    id         uuid        PRIMARY KEY,
    invio      uuid        NOT NULL REFERENCES invio (id),
    chiave     text        NOT NULL,
    categoria  text        NOT NULL,
    elemento   text        NOT NULL,
    prossimo   timestamptz,
    tentativi  integer     NOT NULL DEFAULT 0,
    errore     text        NOT NULL DEFAULT '',
    nome       text        NOT NULL DEFAULT '',
    mime       text        NOT NULL DEFAULT '',
    sha256     text        NOT NULL DEFAULT '',
    byte       bigint      NOT NULL DEFAULT 0,
    presa      timestamptz,
    superata   boolean     NOT NULL DEFAULT false,
    UNIQUE (invio, chiave)
);
CREATE INDEX invio_prova_prossimo ON invio_prova (prossimo) WHERE prossimo IS NOT NULL;
COMMENT ON TABLE invio_prova IS 'Legal facts and evidence of who delivered, kept in the store of documents by hash; those of an overtaken element prove nothing any more.';
COMMENT ON COLUMN invio_prova.prossimo IS 'When it is asked for; null: it is kept, or its persons were erased.';

CREATE TABLE flusso (
    id         uuid        PRIMARY KEY,
    chi        text        NOT NULL,
    versione   text        NOT NULL,
    stato      text        NOT NULL CHECK (stato IN ('ATTIVO', 'DA_SVUOTARE', 'CHIUSO')),
    creato     timestamptz NOT NULL,
    ultimo     text        NOT NULL DEFAULT '',
    letto      timestamptz,
    elemento   timestamptz,
    vuoto_dal  timestamptz,
    prossimo   timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE UNIQUE INDEX flusso_uno ON flusso (chi) WHERE stato = 'ATTIVO';
COMMENT ON TABLE flusso IS 'Streams of SEND that this platform made: up to where each was read and committed.';
COMMENT ON COLUMN flusso.chi IS 'The server, and the group of the key: one active stream of each.';
COMMENT ON COLUMN flusso.ultimo IS 'The last event that is committed; giving it to SEND purges what came before.';
COMMENT ON COLUMN flusso.elemento IS 'When the last element that was read had happened.';

CREATE TABLE invio_pagato (
    pagamento  uuid        PRIMARY KEY,
    invio      uuid        NOT NULL REFERENCES invio (id),
    creditore  text        NOT NULL,
    avviso     text        NOT NULL,
    detto      timestamptz,
    esito      text        NOT NULL DEFAULT '',
    prossimo   timestamptz
);
CREATE INDEX invio_pagato_prossimo ON invio_pagato (prossimo) WHERE prossimo IS NOT NULL;
COMMENT ON TABLE invio_pagato IS 'Payments that SEND is told of: until it knows, it may send more paper, and correct a service.';

CREATE VIEW connessione_v1.invio AS
    SELECT id, verbale, posizione, documento, stato, chiesto, protocollo, inviato, iun, accettato, giorno, istante, modo, via, prevista, elementi, correzioni,
        rifiuti, subito, annullo, annullo_da, annullo_perche, annullo_codice, persona, persona_dal, ferma, ferma_dal, letto, ultimo, revisione, costo, cancellata
    FROM invio;
CREATE VIEW connessione_v1.invio_elemento AS
    SELECT invio, ordine, elemento, categoria, accaduto, saputo, letto, illeggibile, superato, grezzo FROM invio_elemento;
CREATE VIEW connessione_v1.invio_prova AS
    SELECT id, invio, categoria, elemento, errore, nome, mime, sha256, byte, presa, superata FROM invio_prova;
CREATE VIEW connessione_v1.flusso AS
    SELECT id, versione, stato, creato, letto, elemento, vuoto_dal FROM flusso;
CREATE VIEW connessione_v1.invio_pagato AS
    SELECT pagamento, invio, avviso, detto, esito FROM invio_pagato;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION cancella_verbale(cosa uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = connessione, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1977679241); -- a hold waits for what runs, and what runs later sees it
    IF EXISTS (SELECT 1 FROM cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RETURN;
    END IF;
    IF NOT EXISTS (SELECT 1 FROM verbali_v1.cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RAISE EXCEPTION 'il verbale % non è stato cancellato', cosa USING ERRCODE = 'restrict_violation';
    END IF;
    PERFORM set_config('verbali.cancellazione', 'connessione', true);
    PERFORM oscura_registri(ARRAY(SELECT i.risposta FROM libro i WHERE i.verbale = cosa AND i.risposta IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM libro a WHERE a.risposta = i.risposta AND a.verbale IS DISTINCT FROM cosa)));
    UPDATE libro SET codice_fiscale = '', nota = CASE nota WHEN '' THEN '' ELSE '[CANCELLATO]' END WHERE verbale = cosa;
    UPDATE elenco SET nota = '[CANCELLATO]' WHERE verbale = cosa AND nota <> '';
    UPDATE invio_elemento SET grezzo = '{}', impronta = ordine::text WHERE invio IN (SELECT i.id FROM invio i WHERE i.verbale = cosa);
    UPDATE invio_prova SET sha256 = '', nome = '', chiave = id::text, prossimo = NULL WHERE invio IN (SELECT i.id FROM invio i WHERE i.verbale = cosa);
    UPDATE invio SET richiesta = NULL, rifiuti = NULL, annullo_perche = '', prossimo = NULL, cancellata = now() WHERE verbale = cosa;
    UPDATE registro SET indirizzo = '' WHERE oggetto_tipo = 'verbale' AND oggetto = cosa::text AND attore = 'anonimo';
    UPDATE registro SET motivo = '[CANCELLATO]' WHERE oggetto_tipo = 'verbale' AND oggetto = cosa::text AND motivo <> '';
    INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE', cosa, cosa);
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;
-- +goose StatementEnd
