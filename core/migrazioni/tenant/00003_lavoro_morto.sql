-- +goose Up
CREATE TABLE lavoro_morto (
    id            uuid PRIMARY KEY,
    soggetto      text        NOT NULL,
    modulo        text        NOT NULL,
    tipo          text        NOT NULL,
    messaggio     text        NOT NULL,
    motivo        text        NOT NULL,
    consegne      bigint      NOT NULL,
    corpo         jsonb       NOT NULL,
    verbale       uuid,
    lotto         uuid,
    morto         timestamptz NOT NULL,
    riaccodato    timestamptz,
    riaccodato_da text        NOT NULL DEFAULT '',
    CHECK ((riaccodato IS NULL) = (riaccodato_da = ''))
);
CREATE INDEX lavoro_morto_fermo ON lavoro_morto (id) WHERE riaccodato IS NULL;
CREATE INDEX lavoro_morto_verbale ON lavoro_morto (verbale) WHERE riaccodato IS NULL;
COMMENT ON TABLE lavoro_morto IS 'Work of the tenant that failed for good, as the stream MORTI tells it: a row per death. Queued again by a person.';
COMMENT ON COLUMN lavoro_morto.id IS 'ce-id of the dead letter.';
COMMENT ON COLUMN lavoro_morto.soggetto IS 'Where the work is published again.';
COMMENT ON COLUMN lavoro_morto.messaggio IS 'ce-id of the work, which it keeps.';
COMMENT ON COLUMN lavoro_morto.motivo IS 'As the module that gave up says it; technical.';
COMMENT ON COLUMN lavoro_morto.verbale IS 'Fine that the work is about, where it names one.';
COMMENT ON COLUMN lavoro_morto.lotto IS 'Lot that the work is about, where it names one.';
