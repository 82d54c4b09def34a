-- +goose Up
-- A domicile found while the act lies in the automatic lot takes it out: the lot leaves it, and the queue has it at once.
CREATE OR REPLACE VIEW verbali_v1.domicilio_da_mandare AS
SELECT DISTINCT ON (p.id) x.verbale, x.posizione, x.risposta, x.giorno
FROM visura x JOIN posizione p ON p.id = x.posizione AND p.soggetto = x.soggetto JOIN verbale v ON v.id = x.verbale
WHERE x.registro = 'DOMICILIO_DIGITALE' AND x.stato = 'TROVATA'
    AND p.chiusa = '' AND p.giorno_zero IS NULL
    AND v.procedura IN ('ATTO_GENERATO', 'IN_NOTIFICA', 'NON_NOTIFICABILE', 'NOTIFICATO')
    AND v.debito NOT IN ('PAGATO', 'ECCEDENZA', 'RIMBORSATO', 'SGRAVATO')
    AND EXISTS (SELECT FROM documento d WHERE d.verbale = p.verbale AND d.posizione = p.id AND d.tipo = 'ATTO')
    AND NOT EXISTS (SELECT FROM notifica n WHERE n.posizione = p.id AND n.stato = 'AVVIATA')
    AND NOT EXISTS (SELECT FROM voce c JOIN lotto l ON l.id = c.lotto
        WHERE c.posizione = p.id AND c.tipo = 'POSTALE' AND c.stato = 'IN_ATTESA' AND NOT l.automatico)
    AND NOT EXISTS (SELECT FROM visura y WHERE y.verbale = x.verbale AND y.posizione = x.posizione AND y.registro = x.registro
        AND y.soggetto = x.soggetto AND y.id > x.id AND y.stato <> 'CHIESTA')
ORDER BY p.id, x.id DESC;
