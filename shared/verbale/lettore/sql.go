package lettore

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// ColonneVoce are the columns of a lettura.Voce, in its order, where verbali_v1.verbale is called v.
const ColonneVoce = `v.id, v.anno, v.numero, v.lettera, v.targa, v.data_violazione, v.senza_ora, v.importato, v.luogo_indirizzo, v.luogo_civico,
	v.procedura, v.debito, v.ricorso, v.importo_cent`

const (
	testa = ColonneVoce + `, v.targa_scritta, v.tipo_targa, v.nazione, v.marca, v.modello, v.data_accertamento, v.luogo_istat, v.luogo_chilometro,
	v.contestato, v.punti, v.riscossione, v.data_notifica, v.scadenza_pagamento, v.reparto, v.fonte,
	v.prezzo_cent, v.versato_cent, v.eccedenza_cent, v.rimborsato_cent, v.residuo_cent, v.sgravato_cent,
	(SELECT e.data_legale FROM verbali_v1.evento e WHERE e.verbale = v.id AND e.tipo =
		CASE WHEN v.ricorso = '` + string(verbale.RicorsoSospensiva) + `' THEN '` + string(verbale.EventoSospensivaConcessa) + `'
			WHEN v.debito = '` + string(verbale.Sospeso) + `' THEN '` + string(verbale.EventoDebitoSospeso) + `' END
		ORDER BY e.sequenza DESC LIMIT 1) AS sospeso_dal`
	violazione = `ordine, codice, articolo, comma, lettera, testo, minimo_cent, massimo_cent, notturna, sconto30, pagamento_ridotto, punti,
		accessoria, velocita_decimi, limite_decimi, periodi, tariffa_cent, candidati, dubbio, conseguenze, versione_tabella`
	avviso    = `id, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente, importo_cent, spese_cent, stato, giorni, emesso`
	pagamento = `id, avviso, posizione, importo_cent, data, canale, riferimento, stornato`
	ricorso   = `id, posizione, autorita, stato, presentato, deciso, notificato, importo_cent`
	posizione = `id, ordine, titolo, giorno_zero, soggetto IS NOT NULL AS noto, prova, prova_dubbia, chiusa, spese_cent, neopatentato`
	soggetto  = `, (SELECT row_to_json(s) FROM (SELECT tipo, codice_fiscale AS "codiceFiscale", cognome, nome, denominazione, sesso,
			data_nascita AS "dataNascita", luogo_nascita AS "luogoNascita", indirizzo, civico, cap, comune, provincia, nazione
		FROM verbali_v1.soggetto WHERE id = r.soggetto) s) AS soggetto`
	notifica       = `id, posizione, canale, stato, avviata, esito, prova, motivo`
	unDocumento    = `id, verbale, posizione, tipo, nome, mime, sha256, byte, creato`
	eventoSenzaChi = `sequenza, tipo, posizione, data_legale, registrato,
		CASE WHEN tipo IN ('` + string(verbale.EventoPagamento) + `', '` + string(verbale.EventoRimborso) + `', '` + string(verbale.EventoSgravio) + `') THEN (dati->>'importoCent')::bigint END AS importo_cent`
	eventoConChi = eventoSenzaChi + `, attore, causa, prova, CASE tipo WHEN '` + string(verbale.EventoIntestatarioTrovato) + `' THEN dati->>'rete'
		WHEN '` + string(verbale.EventoVisuraChiesta) + `' THEN dati->>'registro' WHEN '` + string(verbale.EventoVisuraRisposta) + `' THEN
			(SELECT c.dati->>'registro' FROM verbali_v1.evento c WHERE c.verbale = r.verbale AND c.tipo = '` + string(verbale.EventoVisuraChiesta) + `'
				AND c.dati->>'visura' = r.dati->>'visura') END AS registro,
		CASE WHEN tipo = '` + string(verbale.EventoVisuraRisposta) + `' THEN dati->>'segue' END AS segue`
	anomalia   = `id, tipo, testo, aperta, chiusa, posizione, altro`
	avvertenze = `,
	(SELECT e.dati->'avvertenze' FROM verbali_v1.evento e WHERE e.verbale = v.id AND e.sequenza = 1) AS avvertenze_ingresso`
)

// Which fines, of those that are called v.
const (
	perID     = ` FROM verbali_v1.verbale v WHERE v.id = $1`
	perChiave = ` FROM verbali_v1.verbale v
	WHERE v.numero = $1 AND v.lettera = $2 AND v.targa = $3 AND ($4::int IS NULL OR v.anno = $4)
	ORDER BY v.anno DESC LIMIT 50`
	perIUV = ` FROM verbali_v1.verbale v
	WHERE v.id = (SELECT a.verbale FROM verbali_v1.avviso a JOIN verbali_v1.verbale w ON w.id = a.verbale
		WHERE a.iuv = $1 AND w.targa = $2 ORDER BY a.emesso DESC LIMIT 1)`
)

const perDocumento = `SELECT d.id, d.verbale, coalesce(d.posizione, '00000000-0000-0000-0000-000000000000'), d.tipo, d.nome, d.mime, d.sha256,
		d.byte, d.creato, coalesce(s.codice_fiscale, ''),
		EXISTS (SELECT FROM verbali_v1.avviso a WHERE a.verbale = d.verbale AND a.posizione = d.posizione AND a.stato = '` + string(verbale.AvvisoEmesso) + `')
	FROM verbali_v1.documento d
	LEFT JOIN verbali_v1.posizione p ON p.id = d.posizione
	LEFT JOIN verbali_v1.soggetto s ON s.id = p.soggetto
	WHERE d.id = $1`

// sql is the statement that gives so much of some fines, each as one JSON value.
func (p Parti) sql(quali string) string {
	testo := []string{
		`SELECT row_to_json(x) FROM (SELECT `, testa,
		righe("violazioni", "violazione", violazione, "ordine", ""),
		righe("avvisi", "avviso", avviso, "emesso, x.importo_cent, x.id", ""),
		righe("pagamenti", "pagamento", pagamento, "data, x.id", ""),
		righe("ricorsi", "ricorso", ricorso, "presentato, x.id", ""),
	}
	if p.ha(Persone) {
		testo = append(testo, righe("posizioni", "posizione", posizione+soggetto, "ordine", ""))
	} else {
		testo = append(testo, righe("posizioni", "posizione", posizione, "ordine", ""))
	}
	const documenti, eventi = "creato, x.id", "sequenza"
	if p.ha(Fascicolo) {
		testo = append(testo, `, v.note, v.agenti`,
			righe("notifiche", "notifica", notifica, "avviata, x.id", ""),
			righe("documenti", "documento", unDocumento, documenti, ""),
			righe("eventi", "evento", eventoConChi, eventi, ""))
	} else {
		if p.ha(Anonimi) {
			testo = append(testo, righe("documenti", "documento", unDocumento, documenti, " AND tipo = '"+string(verbale.DocumentoAnonimo)+"'"))
		}
		if p.ha(Passi) {
			testo = append(testo, righe("eventi", "evento", eventoSenzaChi, eventi, ""))
		}
	}
	if p.ha(Anomalie) {
		testo = append(testo, righe("anomalie", "anomalia", anomalia, "aperta, x.id", ""), avvertenze, `,
	(SELECT json_agg(t.nome ORDER BY t.nome) FROM (`+Trattengono()+`) t) AS avvertenze_aperte`)
	}
	return strings.Join(append(testo, quali, `) x`), "")
}

func (p Parti) ha(parte Parti) bool { return p&parte != 0 }

// righe are the rows of a view that belong to the fine v, in order, as one column of JSON.
func righe(nome, vista, colonne, ordine, tra string) string {
	return `,
	(SELECT coalesce(json_agg(x ORDER BY x.` + ordine + `), '[]') FROM (SELECT ` + colonne + ` FROM verbali_v1.` + vista + ` r
		WHERE r.verbale = v.id` + tra + `) x) AS ` + nome
}
