-- +goose Up
-- The rows that a transaction writes travel as one array a table, whatever fines they belong to: its
-- elements are of these types. unnest of one array of rows costs the server a tenth of one array a column.
-- A type is never altered: the program that knows it may still be running. A row that must say more is a
-- new type beside it.

CREATE TYPE riga_verbale AS (
    id uuid, anno smallint, numero bigint, lettera text, integratore uuid, id_esterno text, impronta bytea, risposta jsonb,
    fonte text, inserito_da text, reparto text, targa text, tipo_targa text, nazione text, marca text, modello text,
    data_violazione timestamptz, senza_ora boolean, data_accertamento date,
    luogo_istat text, luogo_indirizzo text, luogo_civico text, luogo_chilometro text, latitudine_micro integer, longitudine_micro integer,
    contestato boolean, data_contestazione date, motivo_mancata_contestazione text, preavviso_numero text, preavviso_data date,
    dispositivo jsonb, agenti text[], note text, articoli text[], norme text[], inserito timestamptz, importato boolean,
    sequenza integer, procedura text, debito text, ricorso text, punti text, riscossione text,
    data_notifica date, scadenza_pagamento date, importo_cent bigint,
    prezzo_cent bigint, versato_cent bigint, eccedenza_cent bigint, rimborsato_cent bigint, residuo_cent bigint, sgravato_cent bigint);
COMMENT ON TYPE riga_verbale IS 'A new fine.';

CREATE TYPE riga_stato AS (
    id uuid, sequenza integer, procedura text, debito text, ricorso text, punti text, riscossione text,
    data_notifica date, scadenza_pagamento date, importo_cent bigint,
    prezzo_cent bigint, versato_cent bigint, eccedenza_cent bigint, rimborsato_cent bigint, residuo_cent bigint, sgravato_cent bigint);
COMMENT ON TYPE riga_stato IS 'What events change of a fine.';

CREATE TYPE riga_veicolo AS (id uuid, marca text, modello text);
COMMENT ON TYPE riga_veicolo IS 'What a registry adds to the vehicle of a fine.';

CREATE TYPE riga_soggetto AS (
    id uuid, tipo text, codice_fiscale text, cognome text, nome text, denominazione text, sesso text, data_nascita date, luogo_nascita text,
    indirizzo text, civico text, cap text, comune text, comune_istat text, provincia text, nazione text);

CREATE TYPE riga_posizione AS (
    id uuid, verbale uuid, ordine smallint, titolo text, soggetto uuid, giorno_zero date, prova text, prova_dubbia boolean, chiusa text, spese_cent bigint);

CREATE TYPE riga_violazione AS (
    verbale uuid, ordine smallint, codice text, articolo text, comma text, lettera text, testo text, minimo_cent bigint, massimo_cent bigint,
    notturna boolean, sconto30 boolean, pagamento_ridotto boolean, punti smallint, accessoria text,
    velocita_decimi integer, limite_decimi integer, note text, versione_tabella text);

CREATE TYPE riga_avviso AS (
    id uuid, verbale uuid, posizione uuid, tipo text, numero_avviso text, iuv text, codice_fiscale_ente text,
    importo_cent bigint, spese_cent bigint, giorni smallint, stato text, emesso timestamptz);

CREATE TYPE riga_notifica AS (
    id uuid, verbale uuid, posizione uuid, canale text, stato text, avviata date, esito date, prova text, motivo text);

CREATE TYPE riga_pagamento AS (
    id uuid, verbale uuid, avviso uuid, posizione uuid, importo_cent bigint, data date, canale text, riferimento text,
    registrato timestamptz, stornato date, pagatore text, risposta jsonb);

CREATE TYPE riga_ricorso AS (
    id uuid, verbale uuid, posizione uuid, autorita text, stato text, presentato date, deciso date, notificato date, importo_cent bigint, riferimento text);

CREATE TYPE riga_scadenza AS (verbale uuid, posizione uuid, tipo text, giorno date, fatta date);

CREATE TYPE riga_anomalia AS (id uuid, verbale uuid, tipo text, testo text, aperta timestamptz, chiusa timestamptz, esito text);

CREATE TYPE riga_documento AS (
    id uuid, verbale uuid, posizione uuid, tipo text, nome text, mime text, sha256 text, byte bigint, creato timestamptz);

CREATE TYPE riga_evento AS (
    verbale uuid, sequenza integer, tipo text, posizione uuid, data_legale date, registrato timestamptz, attore text, causa text, prova text,
    idempotenza text, impronta text, dati jsonb, importato boolean, deciso jsonb, apre jsonb);

CREATE TYPE riga_registro AS (
    attore text, azione text, oggetto_tipo text, oggetto text, motivo text, esito text, indirizzo text, traccia text);

CREATE TYPE riga_uscita AS (id uuid, soggetto text, oggetto text, corpo jsonb, traccia text);

CREATE TYPE riga_cercata AS (
    integratore uuid, id_esterno text, targa text, minuto timestamptz,
    luogo_istat text, luogo_indirizzo text, luogo_civico text, luogo_chilometro text, articoli text[]);
COMMENT ON TYPE riga_cercata IS 'What is looked for before a fine is recorded: its key, and a fine that it may be the double of.';
