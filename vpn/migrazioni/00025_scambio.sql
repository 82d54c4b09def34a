-- +goose Up
-- The exchange by file with the register of vehicles: a lot's questions, and what became of each line that came back.
CREATE TABLE scambio (
    lotto  uuid        PRIMARY KEY,
    quando timestamptz NOT NULL,
    attore text        NOT NULL
);
COMMENT ON TABLE scambio IS 'A lot of look-ups (verbali_v1.lotto) whose file of questions was made, by whom and when: it does not change.';

CREATE TABLE scambio_domanda (
    lotto   uuid    NOT NULL REFERENCES scambio,
    numero  integer NOT NULL CHECK (numero BETWEEN 1 AND 999999),
    targa   text    NOT NULL,
    giorno  date    NOT NULL,
    riga    text    NOT NULL DEFAULT '',
    esito   text    NOT NULL DEFAULT '' CHECK (esito ~ '^[A-Z_]*$'),
    quando  timestamptz,
    PRIMARY KEY (lotto, numero),
    UNIQUE (lotto, targa, giorno)
);
COMMENT ON TABLE scambio_domanda IS 'A line of the file of questions: a plate on the day of its violations, asked once however many fines it has.';
COMMENT ON COLUMN scambio_domanda.numero IS 'The line''s own number, from 1: numeroVerbale of the record.';
COMMENT ON COLUMN scambio_domanda.riga IS 'SHA-256 of the line that was taken as its answer; empty: none yet.';
COMMENT ON COLUMN scambio_domanda.esito IS 'Word of vpn.indagine.codice that the answer came to; empty: no answer yet.';

CREATE TABLE scambio_verbale (
    lotto   uuid    NOT NULL,
    numero  integer NOT NULL,
    verbale uuid    NOT NULL,
    PRIMARY KEY (lotto, verbale),
    FOREIGN KEY (lotto, numero) REFERENCES scambio_domanda
);
CREATE INDEX scambio_verbale_domanda ON scambio_verbale (lotto, numero);
CREATE INDEX scambio_verbale_verbale ON scambio_verbale (verbale);
COMMENT ON TABLE scambio_verbale IS 'The fines that a question is asked for.';

CREATE TABLE scambio_file (
    lotto    uuid        NOT NULL REFERENCES scambio,
    sha256   text        NOT NULL,
    quando   timestamptz NOT NULL,
    attore   text        NOT NULL,
    rapporto jsonb       NOT NULL,
    PRIMARY KEY (lotto, sha256)
);
COMMENT ON TABLE scambio_file IS 'A file of answers that was worked to its end, with what was said of its lines: numbers and reasons, no plate and no person.';

-- Erasing a fine takes it out of the exchange; a plate that no fine asks about any more goes with it.
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
    WITH tolti AS (DELETE FROM scambio_verbale WHERE verbale = cosa RETURNING lotto, numero)
        UPDATE scambio_domanda d SET targa = '[CANCELLATO ' || d.numero || ']', riga = CASE d.riga WHEN '' THEN '' ELSE '[CANCELLATO]' END
        FROM tolti t WHERE d.lotto = t.lotto AND d.numero = t.numero AND NOT EXISTS (SELECT 1 FROM scambio_verbale a
            WHERE a.lotto = d.lotto AND a.numero = d.numero AND a.verbale <> cosa);
    UPDATE registro SET motivo = '[CANCELLATO]' WHERE oggetto_tipo = 'verbale' AND oggetto = cosa::text AND motivo <> '';
    INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE', cosa, cosa);
    PERFORM set_config('verbali.cancellazione', '', true);
END $$;
-- +goose StatementEnd
