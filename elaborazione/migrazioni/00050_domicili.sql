-- +goose Up
-- The acts whose addressee has a digital domicile: no lot of paper takes them by itself, and somebody has to send them.
CREATE INDEX visura_domicilio ON visura (posizione) WHERE registro = 'DOMICILIO_DIGITALE' AND stato = 'TROVATA';
CREATE VIEW verbali_v1.domicilio_da_mandare AS
SELECT DISTINCT ON (p.id) x.verbale, x.posizione, x.risposta, x.giorno
FROM visura x JOIN posizione p ON p.id = x.posizione AND p.soggetto = x.soggetto JOIN verbale v ON v.id = x.verbale
WHERE x.registro = 'DOMICILIO_DIGITALE' AND x.stato = 'TROVATA'
    AND p.chiusa = '' AND p.giorno_zero IS NULL
    AND v.procedura IN ('ATTO_GENERATO', 'IN_NOTIFICA', 'NON_NOTIFICABILE', 'NOTIFICATO')
    AND v.debito NOT IN ('PAGATO', 'ECCEDENZA', 'RIMBORSATO', 'SGRAVATO')
    AND EXISTS (SELECT FROM documento d WHERE d.verbale = p.verbale AND d.posizione = p.id AND d.tipo = 'ATTO')
    AND NOT EXISTS (SELECT FROM notifica n WHERE n.posizione = p.id AND n.stato = 'AVVIATA')
    AND NOT EXISTS (SELECT FROM voce c WHERE c.posizione = p.id AND c.tipo = 'POSTALE' AND c.stato = 'IN_ATTESA')
    AND NOT EXISTS (SELECT FROM visura y WHERE y.verbale = x.verbale AND y.posizione = x.posizione AND y.registro = x.registro
        AND y.soggetto = x.soggetto AND y.id > x.id AND y.stato <> 'CHIESTA')
ORDER BY p.id, x.id DESC;
COMMENT ON VIEW verbali_v1.domicilio_da_mandare IS 'Positions with an act in no lot and under no service, whose person has a digital domicile; giorno: when it was found.';
