-- +goose Up
ALTER TABLE indagine ADD COLUMN classe text NOT NULL DEFAULT '' CHECK (classe ~ '^[A-Z_]*$');
ALTER TABLE indagine ADD COLUMN categoria text NOT NULL DEFAULT '';
COMMENT ON COLUMN indagine.classe IS 'Class of the vehicle (a word of sanzione.Classe) as the register has it; empty where it does not say.';
COMMENT ON COLUMN indagine.categoria IS 'Category of the international approval (M1, N1, L3E …) as the register has it; empty where it does not say.';

CREATE OR REPLACE VIEW vpn_v1.indagine AS
    SELECT id, verbale, esito, motivo, tipo, codice_fiscale, cognome, nome, denominazione, sesso, data_nascita,
           luogo_nascita, indirizzo, civico, cap, comune, comune_istat, provincia, nazione, marca, modello,
           rete, quando, risposta, codice, targa, nazione_targa, giorno, titolo, data_furto, candidati, avvertenze,
           classe, categoria
    FROM indagine;

CREATE TABLE domanda (
    posizione       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    quando          timestamptz NOT NULL,
    registro        text        NOT NULL CHECK (registro ~ '^[A-Z]+$'),
    cosa            text        NOT NULL CHECK (cosa IN ('VEICOLO', 'PATENTE')),
    verbale         uuid,
    attore          text        NOT NULL,
    esito           text        NOT NULL CHECK (esito ~ '^[A-Z_]+$'),
    costo_millesimi bigint      NOT NULL CHECK (costo_millesimi >= 0)
);
COMMENT ON TABLE domanda IS 'Every answer that a register gave, and what it cost the command: no person and no plate. Append-only.';
COMMENT ON COLUMN domanda.verbale IS 'The fine for which it was asked; null: somebody looked something up.';
COMMENT ON COLUMN domanda.attore IS 'Who asked: an account, or sistema.';
COMMENT ON COLUMN domanda.esito IS 'TROVATO, or the word of what came instead.';
COMMENT ON COLUMN domanda.costo_millesimi IS 'Thousandths of a euro, as the command had set it that day.';
CREATE INDEX domanda_quando ON domanda (quando);
CREATE INDEX domanda_verbale ON domanda (verbale) WHERE verbale IS NOT NULL;
CREATE TRIGGER domanda_solo_aggiunte BEFORE UPDATE OR DELETE OR TRUNCATE ON domanda
    FOR EACH STATEMENT EXECUTE FUNCTION solo_aggiunte();
CREATE VIEW vpn_v1.domanda AS SELECT posizione, quando, registro, cosa, verbale, attore, esito, costo_millesimi FROM domanda;

CREATE TABLE quota_esterna (
    chiave text    NOT NULL,
    giorno date    NOT NULL,
    quante integer NOT NULL,
    PRIMARY KEY (chiave, giorno)
);
COMMENT ON TABLE quota_esterna IS 'Questions that left for an outside system on a day of Rome, over all replicas.';

CREATE TABLE presa (
    messaggio text        PRIMARY KEY,
    verbale   uuid        NOT NULL,
    fino      timestamptz NOT NULL,
    esito     jsonb
);
CREATE INDEX presa_verbale ON presa (verbale);
COMMENT ON TABLE presa IS 'Work at the register: which message somebody is asking for, until when, and what was answered, from the answer to its transaction. Nobody pays twice for one question.';

CREATE TABLE parola (
    posizione    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    collegamento text NOT NULL,
    file         text NOT NULL,
    dal          date NOT NULL
);
COMMENT ON TABLE parola IS 'Which file of the command''s secrets holds the password of a connection, since when: the last row. No password is here. Append-only.';
CREATE TRIGGER parola_solo_aggiunte BEFORE UPDATE OR DELETE OR TRUNCATE ON parola
    FOR EACH STATEMENT EXECUTE FUNCTION solo_aggiunte();

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION cancella_verbale(cosa uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = vpn, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1977679241); -- a hold waits for what runs, and what runs later sees it
    IF EXISTS (SELECT 1 FROM cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RETURN;
    END IF;
    IF NOT EXISTS (SELECT 1 FROM verbali_v1.cancellazione c WHERE c.verbale = cosa AND c.oggetto = cosa) THEN
        RAISE EXCEPTION 'il verbale % non è stato cancellato', cosa USING ERRCODE = 'restrict_violation';
    END IF;
    PERFORM set_config('verbali.cancellazione', 'vpn', true);
    PERFORM oscura_indagini(ARRAY(SELECT i.id FROM indagine i WHERE i.verbale = cosa));
    DELETE FROM presa WHERE verbale = cosa;
    UPDATE registro SET motivo = '[CANCELLATO]' WHERE oggetto_tipo = 'verbale' AND oggetto = cosa::text AND motivo <> '';
    INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE', cosa, cosa);
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;
-- +goose StatementEnd
