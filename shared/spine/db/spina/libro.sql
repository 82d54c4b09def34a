-- The book of what is asked outside, the same in every schema that asks (shared/esterno/libro).
CREATE TABLE libro (
    id             uuid        PRIMARY KEY DEFAULT gen_random_uuid(),
    quando         timestamptz NOT NULL DEFAULT clock_timestamp(),
    tipo           text        NOT NULL CHECK (tipo ~ '^[A-Z_]+$'),
    attore         text        NOT NULL,
    motivo         text        NOT NULL DEFAULT '',
    nota           text        NOT NULL DEFAULT '',
    verbale        uuid,
    codice_fiscale text        NOT NULL DEFAULT '',
    risposta       uuid,
    esito          text        NOT NULL,
    fonte          text        NOT NULL DEFAULT '',
    riuso          boolean     NOT NULL DEFAULT false,
    costi          jsonb       NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(costi) = 'object')
);
COMMENT ON TABLE libro IS 'Who asked what of whom outside, why, for which fine, what kind of answer came, what it cost. Append-only.';
COMMENT ON COLUMN libro.tipo IS 'What was asked for: VEICOLO, PATENTE, COPERTURA, DOMICILIO, VERIFICA, VISURA.';
COMMENT ON COLUMN libro.attore IS 'Who asked: an account, or sistema.';
COMMENT ON COLUMN libro.verbale IS 'The fine for which it was asked; null: somebody looked something up.';
COMMENT ON COLUMN libro.codice_fiscale IS 'The person looked up; empty where the question is about a vehicle or a licence.';
COMMENT ON COLUMN libro.risposta IS 'The row that keeps the answer; null where it is kept elsewhere.';
COMMENT ON COLUMN libro.esito IS 'TROVATO, or the word of what came instead; SENZA_RISPOSTA: the question left and brought nothing, and the register may bill it.';
COMMENT ON COLUMN libro.fonte IS 'The register that answered; empty where none did.';
COMMENT ON COLUMN libro.riuso IS 'An answer of the same day read again: no register was asked.';
COMMENT ON COLUMN libro.costi IS 'Thousandths of a euro by register that was asked, as the command had set them that day; zero where answers are free.';
CREATE INDEX libro_costi ON libro (quando) WHERE costi <> '{}';
CREATE INDEX libro_verbale ON libro (verbale) WHERE verbale IS NOT NULL;
CREATE INDEX libro_persona ON libro (codice_fiscale, quando) WHERE codice_fiscale <> '';
CREATE INDEX libro_risposta ON libro (risposta) WHERE risposta IS NOT NULL;
CREATE TRIGGER libro_solo_aggiunte BEFORE UPDATE OR DELETE OR TRUNCATE ON libro FOR EACH STATEMENT EXECUTE FUNCTION solo_aggiunte();
