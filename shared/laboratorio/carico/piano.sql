-- Fines whose act is printed and waits to leave, of a hundred days, half of persons and half of companies. Nothing here is anybody's.
SET search_path = verbali;
SET session_replication_role = replica; -- the keys are right by construction
SET synchronous_commit = off;

CREATE TEMPORARY TABLE nuovi ON COMMIT DROP AS
SELECT i, gen_random_uuid() AS id, gen_random_uuid() AS soggetto, now() - (i % 80 + 1) * interval '1 day' AS quando FROM generate_series(1, $verbali) i;
INSERT INTO soggetto (id, tipo, codice_fiscale, cognome, denominazione, indirizzo, cap, comune, provincia)
SELECT soggetto, CASE i % 2 WHEN 0 THEN 'PERSONA' ELSE 'SOCIETA' END, CASE i % 2 WHEN 0 THEN 'RSSMRA80A01H501U' ELSE '01234567897' END,
    CASE i % 2 WHEN 0 THEN 'Prova' ELSE '' END, CASE i % 2 WHEN 0 THEN '' ELSE 'Prova s.r.l.' END, 'Via Roma', '40100', 'Bologna', 'BO' FROM nuovi;
INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione, data_violazione, data_accertamento, luogo_istat,
    luogo_indirizzo, luogo_civico, agenti, note, inserito, sequenza, procedura, debito, ricorso, punti, riscossione, importo_cent, articoli, norme)
SELECT id, 2000, 5000000 + i, 'Z', 'SOAP', 'piano', 'PL01', 500000 + i, 'AUTOVEICOLO', 'IT', quando, quando::date, '037006', 'Via Roma', i % 200, '{A001}', '',
    quando, 6, 'ATTO_GENERATO', 'NON_ESIGIBILE', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA', 2940, '{158}', '{158 c. 2}' FROM nuovi;
INSERT INTO violazione (verbale, ordine, codice, articolo, comma, testo, minimo_cent, massimo_cent, notturna, sconto30, pagamento_ridotto, versione_tabella)
SELECT id, 1, '158-1', '158', '2', 'Violazione', 4200, 17300, false, true, true, 'carico' FROM nuovi;
INSERT INTO posizione (id, verbale, ordine, titolo, soggetto) SELECT id, id, 1, 'OBBLIGATO', soggetto FROM nuovi;
INSERT INTO documento (id, verbale, posizione, tipo, nome, mime, sha256, byte, creato)
SELECT id, id, id, 'ATTO', 'verbale.pdf', 'application/pdf', repeat('0', 64), 1, quando FROM nuovi;
INSERT INTO avviso (id, verbale, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente, importo_cent, giorni, stato)
SELECT gen_random_uuid(), id, id, t, '3' || lpad((5000000 + i)::text, 16, '0') || n, lpad((5000000 + i)::text, 16, '0') || n, '80012345670', 2940, 60, 'EMESSO'
FROM nuovi, (VALUES ('RIDOTTO_30', 1), ('RIDOTTO', 2)) x (t, n);
INSERT INTO evento (verbale, sequenza, tipo, data_legale, registrato, attore, dati)
SELECT id, n, 'NOTA_AGGIUNTA', quando::date, quando, 'piano', '{}' FROM nuovi, generate_series(1, 6) n;
