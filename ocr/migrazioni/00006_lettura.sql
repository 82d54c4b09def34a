-- +goose Up
-- Optical readings: what a picture was read to say, and what a person confirmed.
CREATE TABLE lettura (
    id             uuid        PRIMARY KEY,
    tipo           text        NOT NULL CHECK (tipo IN ('TARGA', 'AVVISO_RICEVIMENTO', 'BOLLETTINO')),
    stato          text        NOT NULL CHECK (stato IN ('IN_CORSO', 'LETTA', 'ILLEGGIBILE', 'CONFERMATA')),
    creata         timestamptz NOT NULL DEFAULT now(),
    attore         text        NOT NULL,
    insieme        uuid,
    pagina         integer     NOT NULL DEFAULT 1 CHECK (pagina >= 1),
    pagine         integer     NOT NULL DEFAULT 1 CHECK (pagine >= 1),
    file           text        NOT NULL DEFAULT '',
    sha256         text        NOT NULL DEFAULT '',
    pesi           text        NOT NULL DEFAULT '',
    campi          jsonb       NOT NULL DEFAULT '[]',
    testo          text        NOT NULL DEFAULT '',
    errore         text        NOT NULL DEFAULT '',
    verbale        uuid,
    posizione      uuid,
    confermati     jsonb,
    confermata     timestamptz,
    confermata_da  text        NOT NULL DEFAULT '',
    CHECK ((stato = 'CONFERMATA') = (confermata IS NOT NULL AND confermati IS NOT NULL))
);
CREATE INDEX lettura_insieme ON lettura (insieme, pagina) WHERE insieme IS NOT NULL;
CREATE INDEX lettura_creata ON lettura (creata);
CREATE INDEX lettura_verbale ON lettura (verbale) WHERE verbale IS NOT NULL;
CREATE INDEX lettura_attesa ON lettura (tipo, creata) WHERE stato IN ('LETTA', 'ILLEGGIBILE');
COMMENT ON TABLE lettura IS 'An optical reading of one page; or, without insieme and with pages that name it there, of a file of many pages.';
COMMENT ON COLUMN lettura.insieme IS 'The reading of the file that this page came in.';
COMMENT ON COLUMN lettura.sha256 IS 'The page in the store of documents; empty: in immagine, or no longer kept.';
COMMENT ON COLUMN lettura.pesi IS 'Version of the reader''s weights.';
COMMENT ON COLUMN lettura.campi IS 'What was read: name, value, probability, corners, alternatives.';
COMMENT ON COLUMN lettura.errore IS 'Italian: why the page could not be read.';
COMMENT ON COLUMN lettura.verbale IS 'The fine that a receipt or slip was matched to.';
COMMENT ON COLUMN lettura.confermati IS 'What a person confirmed: name -> value.';

CREATE TABLE immagine (
    lettura   uuid        PRIMARY KEY REFERENCES lettura ON DELETE CASCADE,
    tipo      text        NOT NULL,
    contenuto bytea       NOT NULL,
    scade     timestamptz NOT NULL
);
CREATE INDEX immagine_scade ON immagine (scade);
COMMENT ON TABLE immagine IS 'The picture of a plate, for the hour in which a person may look at it beside the reading.';

CREATE VIEW ocr_v1.lettura AS
    SELECT id, tipo, stato, creata, attore, insieme, pagina, pagine, file, sha256, campi, errore, verbale, posizione, confermati, confermata, confermata_da FROM lettura;

CREATE OR REPLACE VIEW ocr_v1.conservabile AS
    SELECT 'REGISTRO'::text AS classe, NULL::uuid AS oggetto,
        CASE WHEN oggetto_tipo = 'verbale' AND oggetto ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN oggetto::uuid END AS verbale, quando AS dal FROM registro
    UNION ALL
    SELECT 'LETTURE', id, verbale, creata FROM lettura WHERE stato <> 'IN_CORSO';

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION conserva(quale text, quanti integer) RETURNS TABLE (oggetto uuid, verbale uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ocr, pg_temp AS $$
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
-- +goose StatementEnd
