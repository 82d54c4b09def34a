-- +goose Up
-- In which lists a tax code was, so that a person is told who read one of them.
CREATE INDEX voce_elenco_persona ON voce_elenco (codice_fiscale) WHERE codice_fiscale <> '';
CREATE VIEW connessione_v1.elencato AS SELECT DISTINCT codice_fiscale, elenco FROM voce_elenco WHERE codice_fiscale <> '';
COMMENT ON VIEW connessione_v1.elencato IS 'The lists of look-ups in which a tax code is.';

-- How much of each register's day is used up, so that it is said who waits for the next.
CREATE VIEW connessione_v1.quota AS SELECT chi AS registro, dal, usate, esaurita FROM quota WHERE chi NOT LIKE 'utenza/%';
COMMENT ON VIEW connessione_v1.quota IS 'Questions that left for a register since the beginning of a day of Rome; esaurita: until when the register itself says that there are no more.';
