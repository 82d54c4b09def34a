-- +goose Up
-- targa is the key by which a plate is searched; targa_scritta is the plate as it was written, with its gaps and marks.
ALTER TABLE verbale ADD COLUMN targa_scritta text NOT NULL DEFAULT '';
COMMENT ON COLUMN verbale.targa IS 'Key of the plate (targa.Chiave in Go, chiave_targa here).';
COMMENT ON COLUMN verbale.targa_scritta IS 'Plate as it was written (targa.Scritta); empty where nobody knows.';

CREATE TYPE riga_verbale_2 AS (
    id uuid, anno smallint, numero bigint, lettera text, integratore uuid, id_esterno text, impronta bytea, risposta jsonb,
    fonte text, inserito_da text, reparto text, targa text, tipo_targa text, nazione text, marca text, modello text,
    data_violazione timestamptz, senza_ora boolean, data_accertamento date,
    luogo_istat text, luogo_indirizzo text, luogo_civico text, luogo_chilometro text, latitudine_micro integer, longitudine_micro integer,
    contestato boolean, data_contestazione date, motivo_mancata_contestazione text, preavviso_numero text, preavviso_data date,
    dispositivo jsonb, agenti text[], note text, articoli text[], norme text[], inserito timestamptz, importato boolean,
    sequenza integer, procedura text, debito text, ricorso text, punti text, riscossione text,
    data_notifica date, scadenza_pagamento date, importo_cent bigint,
    prezzo_cent bigint, versato_cent bigint, eccedenza_cent bigint, rimborsato_cent bigint, residuo_cent bigint, sgravato_cent bigint,
    targa_scritta text);
COMMENT ON TYPE riga_verbale_2 IS 'A new fine, with its plate as it was written.';

CREATE OR REPLACE VIEW verbali_v1.verbale AS
    SELECT v.id, v.anno, v.numero, v.lettera, v.targa, v.tipo_targa, v.nazione, v.marca, v.modello,
           v.data_violazione, v.data_accertamento,
           v.luogo_istat, v.luogo_indirizzo, v.luogo_civico, v.luogo_chilometro,
           v.reparto, v.fonte, v.contestato, v.inserito, v.sequenza,
           v.procedura, v.debito, v.ricorso, v.punti, v.riscossione,
           v.data_notifica, v.scadenza_pagamento, v.importo_cent,
           v.integratore, v.id_esterno, v.inserito_da, v.agenti, v.note,
           v.senza_ora, v.importato, v.articoli, v.norme,
           v.versato_cent, v.eccedenza_cent, v.rimborsato_cent, v.sgravato_cent,
           v.prezzo_cent, v.residuo_cent, v.targa_scritta
    FROM verbale v;

-- The key of a plate that was normalised before keys were folded; con_segni leaves the marks of Latin letters, as the written plate has them.
-- +goose StatementBegin
CREATE FUNCTION chiave_targa(testo text, con_segni boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT normalize(CASE WHEN con_segni THEN x.t ELSE regexp_replace(
            replace(replace(replace(replace(translate(normalize(x.t, NFD), 'ĐÐƉØŁĦŦ', 'DDDOLHT'), 'Æ', 'AE'), 'Œ', 'OE'), 'ẞ', 'SS'), 'ß', 'SS'),
            '([A-Z])[\u0300-\u036f]+' COLLATE "C", '\1', 'g') END, NFC)
    FROM (SELECT translate(translate(translate(testo,
            'АВСЕНІЈКМОРЅТУХҮԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳͿ', 'ABCEHIJKMOPSTYXYQWABEZHIKMNOPTYXCJJ'),
            '０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
            '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙',
            '012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789') AS t) x
$$;
-- +goose StatementEnd
REVOKE ALL ON FUNCTION chiave_targa(text, boolean) FROM PUBLIC;

-- Plates stored in Cyrillic, in Greek or with marks get the key by which every door looks for them. Payment notices of theirs
-- are found at the anonymous door after "connessione instradamento".
UPDATE verbale SET targa_scritta = chiave_targa(targa, true), targa = chiave_targa(targa, false)
    WHERE targa ~ '[^\x01-\x7f]' AND cancellato IS NULL;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION oscura_verbale(cosa uuid) RETURNS void LANGUAGE plpgsql SET search_path = verbali, pg_temp AS $$
BEGIN
    PERFORM oscura_persone(cosa);
    PERFORM oscura_documenti(ARRAY(SELECT id FROM documento WHERE verbale = cosa));
    UPDATE verbale SET cancellato = now(), targa = oscura(targa), targa_scritta = oscura(targa_scritta), note = oscura(note), impronta = CASE WHEN impronta IS NOT NULL THEN sha256('') END,
            motivo_mancata_contestazione = oscura(motivo_mancata_contestazione),
            risposta = CASE WHEN risposta ? 'avvertenze' THEN jsonb_set(risposta, '{avvertenze}', '[]') ELSE risposta END
        WHERE id = cosa;
    UPDATE evento SET causa = oscura(causa), prova = oscura(prova), dati = oscura_dati(tipo, '', dati, dati),
            apre = CASE WHEN jsonb_typeof(apre) = 'object' THEN oscura_dati('', '', apre, apre) ELSE apre END,
            impronta = CASE impronta WHEN '' THEN '' ELSE repeat('0', 64) END,
            idempotenza = CASE idempotenza WHEN '' THEN '' ELSE '[CANCELLATO] ' || sequenza END
        WHERE verbale = cosa;
    UPDATE posizione SET prova = oscura(prova), chiusa = oscura(chiusa) WHERE verbale = cosa;
    UPDATE notifica SET prova = oscura(prova), motivo = oscura(motivo), canale = oscura_canale(canale) WHERE verbale = cosa;
    UPDATE pagamento SET riferimento = '[CANCELLATO] ' || id, canale = oscura_canale(canale), pagatore = oscura(pagatore) WHERE verbale = cosa;
    UPDATE ricorso SET riferimento = oscura(riferimento) WHERE verbale = cosa;
    UPDATE anomalia SET testo = oscura(testo), esito = oscura(esito) WHERE verbale = cosa;
    UPDATE violazione SET note = oscura(note) WHERE verbale = cosa;
    UPDATE voce SET motivo = oscura(motivo) WHERE verbale = cosa;
    UPDATE esito_postale_riga SET celle = '{}', motivo = oscura(motivo) WHERE verbale = cosa;
    UPDATE registro SET motivo = oscura(motivo) WHERE oggetto_tipo = 'verbale' AND oggetto = cosa::text AND motivo <> '';
    -- A package and a file of the post name every fine that is in them: they go with the last one. A line of no fine keeps nothing.
    PERFORM oscura_pacchetti(ARRAY(SELECT DISTINCT a.lotto FROM voce a WHERE a.verbale = cosa AND NOT EXISTS (
        SELECT 1 FROM voce b JOIN verbale v ON v.id = b.verbale WHERE b.lotto = a.lotto AND (v.cancellato IS NULL OR v.id IN (SELECT t.verbale FROM core_v1.verbale_trattenuto t)))));
    PERFORM oscura_esiti(ARRAY(SELECT DISTINCT r.esito FROM esito_postale_riga r WHERE r.verbale = cosa AND NOT EXISTS (
        SELECT 1 FROM esito_postale_riga a JOIN verbale v ON v.id = a.verbale WHERE a.esito = r.esito AND (v.cancellato IS NULL OR v.id IN (SELECT t.verbale FROM core_v1.verbale_trattenuto t)))));
END $$;
-- +goose StatementEnd
