-- +goose Up
-- What a search needs at a million fines. An insertion pays for procedura, debito and parole; the others
-- hold no fine that has just been inserted.

-- A state in the order of the dates: of the dates without their zone, which no other index has. Were it the
-- column itself, a plan made for any state would walk the index by date, in vain for a state that few have.
CREATE INDEX verbale_procedura ON verbale (procedura, (data_violazione AT TIME ZONE 'UTC') DESC, id DESC);
CREATE INDEX verbale_debito ON verbale (debito, (data_violazione AT TIME ZONE 'UTC') DESC, id DESC);
CREATE INDEX verbale_ricorso ON verbale (ricorso, (data_violazione AT TIME ZONE 'UTC') DESC, id DESC) WHERE ricorso <> 'NESSUNO';

CREATE INDEX verbale_notificato ON verbale (data_notifica) WHERE data_notifica IS NOT NULL;
CREATE INDEX verbale_scade ON verbale (scadenza_pagamento) WHERE scadenza_pagamento IS NOT NULL;

-- Signs that the parser would take for a part of an address, a path or a number are blanks, and the accents
-- of Italian do not count. A search reads what waits to be merged into a GIN index: a mebibyte at most.
CREATE INDEX verbale_parole ON verbale USING gin (articoli, to_tsvector('simple', translate(
    luogo_indirizzo || ' ' || luogo_civico || ' ' || luogo_chilometro || ' ' || note,
    'àèéìòùÀÈÉÌÒÙ’./-_@:<&+~%', 'aeeiouAEEIOU            '))) WITH (gin_pending_list_limit = 1024);

-- What a search reads and shows of a fine. Its words and its moment without zone are those of the indexes.
CREATE VIEW verbali_v1.ricerca AS
    SELECT v.id, v.anno, v.numero, v.lettera, v.targa, v.data_violazione, v.senza_ora,
           btrim(v.luogo_indirizzo || ' ' || v.luogo_civico) AS luogo,
           v.articoli, v.norme, v.procedura, v.debito, v.ricorso, v.importo_cent, v.versato_cent,
           v.data_notifica, v.scadenza_pagamento, v.reparto, v.fonte,
           to_tsvector('simple', translate(
               v.luogo_indirizzo || ' ' || v.luogo_civico || ' ' || v.luogo_chilometro || ' ' || v.note,
               'àèéìòùÀÈÉÌÒÙ’./-_@:<&+~%', 'aeeiouAEEIOU            ')) AS parole,
           v.data_violazione AT TIME ZONE 'UTC' AS istante
    FROM verbale v;
