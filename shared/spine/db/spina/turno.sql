-- The right to ask outside, once over replicas, the same in every schema that asks (shared/esterno/turno).
CREATE TABLE turno (
    id      uuid        NOT NULL,
    ambito  text        NOT NULL,
    chiave  text        NOT NULL,
    verbale uuid,
    chi     uuid        NOT NULL,
    fino    timestamptz NOT NULL,
    esterno text        NOT NULL DEFAULT '',
    esito   jsonb,
    PRIMARY KEY (ambito, chiave)
);
CREATE INDEX turno_fino ON turno (fino) WHERE esito IS NULL;
CREATE INDEX turno_verbale ON turno (verbale) WHERE verbale IS NOT NULL;
COMMENT ON TABLE turno IS 'Questions in hand: who asks outside, until when, under which id it left, what was answered, from the answer to its transaction. Nobody asks twice.';
COMMENT ON COLUMN turno.id IS 'The same from the first taker to the answer.';
COMMENT ON COLUMN turno.chiave IS 'What is asked: a message, or the digest of a question. No person and no plate.';
COMMENT ON COLUMN turno.verbale IS 'The fine for which it is asked: what was answered goes with its persons.';
COMMENT ON COLUMN turno.chi IS 'Who asks: it alone says that it still does (fino), and gives the turn back.';
COMMENT ON COLUMN turno.esterno IS 'The id under which the question leaves, kept before it does: after a kill it leaves again under the same.';
