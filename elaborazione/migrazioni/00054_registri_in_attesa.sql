-- +goose Up
-- What a register last said of the digital domicile of the person of a position, for the page of the fine.
CREATE VIEW verbali_v1.domicilio AS
SELECT DISTINCT ON (x.verbale, x.posizione) x.verbale, x.posizione, x.stato, x.risposta, x.giorno
FROM visura x JOIN posizione p ON p.id = x.posizione AND p.soggetto = x.soggetto
WHERE x.registro = 'DOMICILIO_DIGITALE' AND x.stato <> 'CHIESTA'
ORDER BY x.verbale, x.posizione, x.id DESC;
COMMENT ON VIEW verbali_v1.domicilio IS 'Last answer about the digital domicile of who stands at a position; giorno: when it came.';

-- The plates whose register has not said yet who answers.
CREATE INDEX posizione_senza_soggetto ON posizione (verbale) WHERE soggetto IS NULL AND chiusa = '';
CREATE VIEW verbali_v1.targa_attesa AS
SELECT p.verbale, p.id AS posizione, e.registrato AS quando
FROM posizione p JOIN verbale v ON v.id = p.verbale
    JOIN LATERAL (SELECT x.tipo, x.registrato FROM evento x WHERE x.verbale = p.verbale
        AND x.tipo IN ('INTESTATARIO_RICHIESTO', 'INTESTATARIO_TROVATO', 'INTESTATARIO_ANOMALO')
        ORDER BY x.sequenza DESC LIMIT 1) e ON e.tipo = 'INTESTATARIO_RICHIESTO'
WHERE p.soggetto IS NULL AND p.chiusa = ''
    AND v.procedura NOT IN ('DEFINITO', 'SCARTATO', 'ARCHIVIATO', 'ANNULLATO_AUTOTUTELA', 'ESTINTO_TERMINI', 'ESTINTO_DECESSO');
COMMENT ON VIEW verbali_v1.targa_attesa IS 'Positions without a person, whose plate a register of vehicles was asked about and has not answered; quando: when it was asked.';
