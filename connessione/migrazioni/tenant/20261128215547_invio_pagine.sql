-- +goose Up
-- What core's pages of SEND look for: the newest, those of a state, those that left lately, those that cannot leave.
CREATE INDEX invio_chiesto ON invio (chiesto DESC, id DESC);
CREATE INDEX invio_stato ON invio (stato, chiesto DESC, id DESC);
CREATE INDEX invio_inviato ON invio (inviato) WHERE inviato IS NOT NULL;
CREATE INDEX invio_ferma ON invio (ferma_dal) WHERE ferma <> '';
