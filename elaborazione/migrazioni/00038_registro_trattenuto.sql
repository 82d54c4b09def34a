-- +goose Up
-- A line about a fine says of which, so that a preview counts those that holds keep back.
CREATE OR REPLACE VIEW verbali_v1.conservabile AS
    WITH concluso AS NOT MATERIALIZED (
        SELECT v.id, e.registrato AS dal, v.cancellato, CASE
                WHEN v.procedura = 'SCARTATO' THEN 'VERBALE_SCARTATO'
                WHEN v.procedura = 'ESTINTO_TERMINI' THEN 'VERBALE_PRESCRITTO'
                WHEN v.procedura IN ('ARCHIVIATO', 'ANNULLATO_AUTOTUTELA', 'ESTINTO_DECESSO') THEN 'VERBALE_ANNULLATO'
                WHEN v.debito = 'SGRAVATO' THEN 'VERBALE_ANNULLATO'
                ELSE 'VERBALE_PAGATO' END AS classe
        FROM verbale v JOIN evento e ON e.verbale = v.id AND e.sequenza = v.sequenza
        WHERE (v.procedura IN ('SCARTATO', 'ESTINTO_TERMINI', 'ARCHIVIATO', 'ANNULLATO_AUTOTUTELA', 'ESTINTO_DECESSO')
                    AND v.debito NOT IN ('ECCEDENZA', 'SOSPESO')
                OR v.procedura IN ('DEFINITO', 'NOTIFICATO', 'IN_NOTIFICA', 'ATTO_GENERATO', 'NON_NOTIFICABILE')
                    AND v.debito IN ('PAGATO', 'RIMBORSATO', 'SGRAVATO') AND v.punti IN ('NON_DOVUTI', 'COMUNICATI', 'SCARTATI'))
            AND v.ricorso NOT IN ('PRESENTATO', 'TRASMESSO', 'SOSPENSIVA', 'IMPUGNATO')
            AND v.riscossione NOT IN ('SELEZIONATO', 'IN_RUOLO', 'INGIUNTO', 'BLOCCATO')
            AND NOT EXISTS (SELECT 1 FROM anomalia a WHERE a.verbale = v.id AND a.chiusa IS NULL)
    )
    SELECT classe, id AS oggetto, id AS verbale, dal FROM concluso WHERE cancellato IS NULL
    UNION ALL
    SELECT 'FOTO', d.id, d.verbale, c.dal FROM concluso c JOIN documento d ON d.verbale = c.id
        WHERE d.tipo IN ('ALLEGATO', 'PROVA') AND d.mime LIKE 'image/%' AND d.sha256 <> repeat('0', 64)
    UNION ALL
    SELECT 'PACCHETTI', l.id, NULL, l.finito FROM lotto l
        WHERE l.finito IS NOT NULL AND EXISTS (SELECT 1 FROM lotto_file f WHERE f.lotto = l.id AND f.sha256 <> repeat('0', 64))
    UNION ALL
    SELECT 'ESITI_POSTALI', p.id, NULL, p.finito FROM esito_postale p WHERE p.finito IS NOT NULL AND p.sha256 NOT LIKE 'tolto %'
    UNION ALL
    SELECT 'REGISTRO', NULL, CASE WHEN oggetto_tipo = 'verbale' AND oggetto ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN oggetto::uuid END, quando FROM registro;

CREATE VIEW verbali_v1.contenuto AS
    SELECT lotto AS oggetto, verbale FROM voce UNION ALL SELECT esito, verbale FROM esito_postale_riga WHERE verbale IS NOT NULL;
COMMENT ON VIEW verbali_v1.contenuto IS 'The fines that are in a package and in a file of the post: held while one of them is.';
