-- +goose Up
-- A service waits for a reading of the day on which its sixty days end, or of a later one, before the sum grows.
CREATE INDEX invio_rilettura ON invio (posizione, giorno)
    WHERE stato = 'PERFEZIONATA' AND (letto IS NULL OR letto < timezone('Europe/Rome', (giorno + 60)::timestamp));
CREATE VIEW connessione_v1.rilettura AS
    SELECT id AS invio, verbale, posizione, giorno + 60 AS dal FROM invio
    WHERE stato = 'PERFEZIONATA' AND (letto IS NULL OR letto < timezone('Europe/Rome', (giorno + 60)::timestamp));
COMMENT ON VIEW connessione_v1.rilettura IS 'Services by SEND to be read again on the day dal (of Rome) or later: until then the end of their sixty days moves nothing.';

-- One that a late correction has served is read again too.
UPDATE invio SET prossimo = greatest(timezone('Europe/Rome', (giorno + 60)::timestamp), clock_timestamp())
    WHERE stato = 'PERFEZIONATA' AND prossimo IS NULL AND (letto IS NULL OR letto < timezone('Europe/Rome', (giorno + 60)::timestamp));

-- What the person is entitled to see of herself.
CREATE VIEW connessione_v1.invio_destinatario AS
    SELECT id AS invio, richiesta->'recipients'->0 AS destinatario FROM invio WHERE richiesta IS NOT NULL;
COMMENT ON VIEW connessione_v1.invio_destinatario IS 'The recipient of a notification as SEND was told, until the persons of its fine are deleted.';

-- What notifications cost, as the book of questions says what an answer cost.
CREATE VIEW connessione_v1.spesa_invio AS
    SELECT accettato AS quando, 'INVIO' AS tipo, verbale, CASE WHEN (costo->>'stimato')::boolean THEN 'STIMATO' ELSE 'DEFINITIVO' END AS esito,
        jsonb_build_object('send', (costo->>'totaleCent')::bigint * 10) AS costi
    FROM invio WHERE accettato IS NOT NULL AND costo IS NOT NULL;
COMMENT ON VIEW connessione_v1.spesa_invio IS 'The cost of notifications in thousandths of a euro, on the instant in which SEND took them.';
