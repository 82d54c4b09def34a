-- +goose Up
-- Files of outcomes of the post and their rows, published to the other modules: of the cells only those that say
-- which letter a row is about, and how it went.

CREATE VIEW verbali_v1.esito_postale AS
    SELECT id, sha256, byte, stato, caricato, caricato_da, iniziato, finito, motivo, totale,
           applicati, gia_noti, in_viaggio, contraddittori, sconosciuti, non_validi, rifiutati
    FROM esito_postale;
CREATE VIEW verbali_v1.esito_postale_riga AS
    SELECT esito, ordine, linea, stato, colonna, motivo, verbale, posizione,
           coalesce(celle ->> 'lotto', '') AS lotto, coalesce(celle ->> 'sequenza', '') AS sequenza,
           coalesce(celle ->> 'documento', '') AS documento, coalesce(celle ->> 'notifica', '') AS notifica,
           coalesce(celle ->> 'raccomandata', '') AS raccomandata, coalesce(celle ->> 'codiceAG', '') AS codice_ag,
           coalesce(celle ->> 'esito', '') AS detto
    FROM esito_postale_riga;
