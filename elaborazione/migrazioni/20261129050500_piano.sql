-- +goose Up
-- What comes next for each position that is still to be served: who waits, for what, until when. It is judged anew when its fine
-- changes, when the command's choices do and each day; a row without its position or whose position is served goes.
CREATE TABLE piano (
    posizione uuid NOT NULL PRIMARY KEY,
    verbale uuid NOT NULL,
    sequenza integer NOT NULL,
    scelte text NOT NULL,
    aspetta text NOT NULL CHECK (aspetta IN ('DECISIONE', 'REGISTRO', 'QUOTA_FINITA', 'STAMPA', 'LOTTO', 'PARTENZA', 'CANALE_FERMO', 'ESITO')),
    via text NOT NULL,
    proposta text NOT NULL,
    perche text NOT NULL,
    entro date,
    dal timestamptz NOT NULL,
    fatto timestamptz NOT NULL
);
COMMENT ON TABLE piano IS 'What comes next for each position that is still to be served.';
COMMENT ON COLUMN piano.sequenza IS 'Of the last event of the fine when it was judged.';
COMMENT ON COLUMN piano.scelte IS 'The day and the choices of the command under which it was judged.';
COMMENT ON COLUMN piano.via IS 'By which the act leaves or has left; empty: not decided.';
COMMENT ON COLUMN piano.proposta IS 'The way that a person is asked to confirm; empty: none.';
COMMENT ON COLUMN piano.perche IS 'In words, without names of people.';
COMMENT ON COLUMN piano.entro IS 'Last day to hand the act over (art. 201 CdS); null: it has left.';
COMMENT ON COLUMN piano.dal IS 'Since when it waits for this.';
CREATE INDEX piano_entro ON piano (entro, posizione);
CREATE INDEX piano_aspetta ON piano (aspetta, via, proposta, entro);
CREATE INDEX piano_verbale ON piano (verbale);
CREATE INDEX posizione_da_notificare ON posizione (verbale) WHERE giorno_zero IS NULL AND chiusa = '';

CREATE TABLE piano_notte (
    giorno date NOT NULL PRIMARY KEY,
    fatta timestamptz NOT NULL
);
COMMENT ON TABLE piano_notte IS 'The days of Rome on which the lot of SEND was made.';

CREATE VIEW verbali_v1.piano AS
SELECT posizione, verbale, aspetta, via, proposta, perche, entro, dal, fatto FROM piano;
