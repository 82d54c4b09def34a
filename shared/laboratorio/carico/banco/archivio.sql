-- A million fines of five years: most are closed, some states and departments are rare, most plates have two
-- or three fines and some hundreds. The newest have violations and notices too. Nothing here is anybody's.
SET search_path = verbali;
SET session_replication_role = replica; -- the keys are right by construction
SET synchronous_commit = off;

INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione, data_violazione,
    data_accertamento, luogo_istat, luogo_indirizzo, luogo_civico, agenti, note, inserito, sequenza,
    procedura, debito, ricorso, punti, riscossione, data_notifica, scadenza_pagamento, importo_cent, versato_cent, articoli, norme)
SELECT (lpad(to_hex((extract(epoch FROM quando) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(i % 4096), 3, '0') || '8'
        || lpad(to_hex(i), 15, '0'))::uuid,
    extract(year FROM quando), i, CASE articolo WHEN 142 THEN 'V' ELSE 'P' END,
    CASE WHEN mille < 600 THEN 'IMPIANTO' WHEN mille < 850 THEN 'TABLET' WHEN mille < 990 THEN 'SOAP' WHEN mille < 999 THEN 'MANUALE' ELSE 'OCR' END,
    'carico',
    CASE WHEN diecimila < 9000 THEN 'PL01' WHEN diecimila < 9990 THEN 'PL02' WHEN diecimila < 9999 THEN 'PL03' ELSE 'PL04' END,
    CASE WHEN i % 100 = 0 THEN 900000 + i / 100 % 40 ELSE 100000 + i * 1000003 % $targhe END,
    'AUTOVEICOLO', 'IT', quando, quando::date, '037006',
    'Via ' || (ARRAY['Roma', 'Garibaldi', 'Mazzini', 'Cavour', 'Rizzoli', 'Marconi', 'Dante', 'Verdi', 'Bologna', 'Emilia'])[1 + i * 31 % 10],
    i % 200, '{A001}', CASE WHEN i % 10 = 0 THEN 'Veicolo davanti al passo carrabile' WHEN i % 9973 = 0 THEN 'Rimosso con carro attrezzi' ELSE '' END,
    quando + interval '2 days', 8, procedura,
    CASE procedura WHEN 'DEFINITO' THEN CASE WHEN mille % 200 = 7 THEN 'ECCEDENZA' ELSE 'PAGATO' END
        WHEN 'NOTIFICATO' THEN CASE WHEN diecimila % 50 = 1 THEN 'PAGATO_PARZIALE' WHEN diecimila % 3 = 0 THEN 'RIDOTTO' ELSE 'INTERO' END
        WHEN 'ARCHIVIATO' THEN 'SGRAVATO' ELSE 'NON_ESIGIBILE' END,
    CASE WHEN procedura = 'NOTIFICATO' AND diecimila % 100 = 2 THEN 'PRESENTATO' WHEN procedura = 'ARCHIVIATO' THEN 'ACCOLTO' ELSE 'NESSUNO' END,
    'NON_DOVUTI', 'NESSUNA',
    CASE WHEN procedura IN ('DEFINITO', 'NOTIFICATO') THEN quando::date + 30 + (i % 60)::int END,
    CASE WHEN procedura IN ('DEFINITO', 'NOTIFICATO') THEN quando::date + 90 + (i % 60)::int END,
    2940 + i % 400 * 10, CASE procedura WHEN 'DEFINITO' THEN 2940 ELSE 0 END,
    ARRAY[articolo::text], ARRAY[articolo || ' c. ' || 1 + i % 9]
FROM (SELECT i, mille, diecimila, timestamptz '2022-01-01' + (i * 157 + i * 7919 % 86400) * interval '1 second' AS quando,
        CASE WHEN diecimila % 100 < 45 THEN 142 WHEN diecimila % 100 < 75 THEN 7 WHEN diecimila % 100 < 95 THEN 158 WHEN diecimila < 9990 THEN 146 ELSE 189 END AS articolo,
        CASE WHEN i > $verbali * 99 / 100 THEN CASE WHEN i % 2 = 0 THEN 'IN_NOTIFICA' WHEN i % 7 = 0 THEN 'DA_VALIDARE' ELSE 'ATTO_GENERATO' END
            WHEN centomila < 72000 THEN 'DEFINITO' WHEN centomila < 93000 THEN 'NOTIFICATO' WHEN centomila < 97000 THEN 'ARCHIVIATO'
            WHEN centomila < 99000 THEN 'ANNULLATO_AUTOTUTELA' WHEN centomila < 99900 THEN 'NON_NOTIFICABILE'
            WHEN centomila < 99990 THEN 'ESTINTO_TERMINI' ELSE 'ESTINTO_DECESSO' END AS procedura
    FROM (SELECT i, i * 104729 % 1000 AS mille, i * 7919 % 10000 AS diecimila, i * 104729 % 100000 AS centomila
        FROM generate_series(1, $verbali::bigint) i) a) b;

INSERT INTO violazione (verbale, ordine, codice, articolo, comma, testo, minimo_cent, massimo_cent, notturna, sconto30, pagamento_ridotto, versione_tabella)
SELECT id, 1, articoli[1] || '-1', articoli[1], '1', 'Violazione', 4200, 17300, false, true, true, 'carico' FROM verbale WHERE numero > $verbali * 9 / 10;
INSERT INTO posizione (id, verbale, ordine, titolo, giorno_zero)
SELECT id, id, 1, 'OBBLIGATO', data_notifica FROM verbale WHERE numero > $verbali * 9 / 10;
INSERT INTO avviso (id, verbale, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente, importo_cent, giorni)
SELECT id, id, id, 'RIDOTTO', nav, substr(nav, 2), '80012345670', importo_cent, 60
FROM (SELECT id, importo_cent, base || lpad((base::bigint % 93)::text, 2, '0') AS nav
    FROM (SELECT id, importo_cent, '312' || lpad(numero::text, 13, '0') AS base FROM verbale WHERE numero > $verbali * 9 / 10) n) a;
