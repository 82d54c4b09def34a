package scrittura

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// tavole are the heaps of rows, one a table: of new rows, or of changed ones. The columns of a table are
// written in one place: the columns of its statement, the values of its method and the attributes of the
// type riga_… of the migrations are in the same order, and a test compares them with the database.
type tavole struct {
	verbali, soggetti, posizioni, violazioni, avvisi, notifiche, visure, pagamenti, ricorsi, scadenze, anomalie, documenti, eventi, registri, uscite mucchio

	veicoli             mucchio
	dispositivi, misure mucchio
	voci                mucchio
	oraVoci             time.Time // when they enter
}

// mucchi are all the heaps, always in one order.
func (t *tavole) mucchi() []*mucchio {
	return []*mucchio{
		&t.verbali, &t.soggetti, &t.posizioni, &t.violazioni, &t.avvisi, &t.notifiche, &t.visure, &t.pagamenti, &t.ricorsi, &t.scadenze, &t.anomalie,
		&t.documenti, &t.eventi, &t.registri, &t.uscite, &t.veicoli, &t.dispositivi, &t.misure, &t.voci,
	}
}

// colonneVerbale are the columns of a fine that is recorded, as riga_verbale_2 has them.
const colonneVerbale = `id, anno, numero` + primaDellaRisposta + ` risposta,` + dopoLaRisposta

const (
	primaDellaRisposta = `, lettera, integratore, id_esterno, impronta,`
	dopoLaRisposta     = `
	fonte, inserito_da, reparto, targa, tipo_targa, nazione, marca, modello,
	data_violazione, senza_ora, data_accertamento,
	luogo_istat, luogo_indirizzo, luogo_civico, luogo_chilometro, latitudine_micro, longitudine_micro,
	contestato, data_contestazione, motivo_mancata_contestazione, preavviso_numero, preavviso_data,
	dispositivo, agenti, note, articoli, norme, inserito, importato,
	sequenza, procedura, debito, ricorso, punti, riscossione,
	data_notifica, scadenza_pagamento, importo_cent,
	prezzo_cent, versato_cent, eccedenza_cent, rimborsato_cent, residuo_cent, sgravato_cent, targa_scritta`
)

const nuovoVerbale = `INSERT INTO verbale (` + colonneVerbale + `) SELECT * FROM unnest($1::riga_verbale_2[])`

// nuovoNumerato moves a series on and records fines with the numbers that it gives, in their order: the row of the series is locked
// from here to the commit alone.
const nuovoNumerato = `WITH presa AS (
		INSERT INTO numerazione (anno, lettera, ultimo) VALUES ($1, $2, $3)
		ON CONFLICT (anno, lettera) DO UPDATE SET ultimo = numerazione.ultimo + EXCLUDED.ultimo RETURNING ultimo - $3 AS prima)
	INSERT INTO verbale (` + colonneVerbale + `)
	SELECT id, anno, p.prima + x.posto` + primaDellaRisposta + ` jsonb_set(x.risposta, '{numero}', to_jsonb(p.prima + x.posto)),` + dopoLaRisposta + `
	FROM unnest($4::riga_verbale_2[]) WITH ORDINALITY AS x (` + colonneVerbale + `, posto), presa p
	RETURNING id, numero`

func (t *tavole) verbale(n conseguenze.Nuovo, s vita.Stato, risposta, dispositivo json.RawMessage) {
	articoli, norme := norme(n)
	c := s.Conto
	t.verbali.aggiungi(n.ID, n.Anno, n.Numero, n.Lettera, n.Integratore, idEsterno(n), n.Impronta[:], risposta,
		string(n.Fonte), n.Attore, n.Reparto, n.Targa, n.TipoTarga, n.Nazione, n.Marca, n.Modello,
		n.DataViolazione, n.SenzaOra, n.DataAccertamento,
		n.Luogo.Istat, n.Luogo.Indirizzo, n.Luogo.Civico, n.Luogo.Chilometro, n.Luogo.LatitudineMicro, n.Luogo.LongitudineMicro,
		n.Contestato, n.DataContestazione, n.MotivoMancata, n.PreavvisoNumero, n.PreavvisoData,
		dispositivo, n.Agenti, n.Note, articoli, norme, n.Ora, s.Importato,
		s.Sequenza, string(s.Procedura), string(s.Debito), string(s.Ricorso), string(s.Punti), string(s.Riscossione),
		s.DataNotifica, s.ScadenzaPagamento, s.ImportoCent,
		c.PrezzoCent, c.VersatoCent, c.EccedenzaCent, c.RimborsatoCent, c.ResiduoCent, c.SgravatoCent, n.TargaScritta)
}

// A change takes the fine out of its place in the feed of leggiVariazioni.
const mutaVerbale = `UPDATE verbale t SET (sequenza, procedura, debito, ricorso, punti, riscossione,
	data_notifica, scadenza_pagamento, importo_cent,
	prezzo_cent, versato_cent, eccedenza_cent, rimborsato_cent, residuo_cent, sgravato_cent, variazione) =
	(x.sequenza, x.procedura, x.debito, x.ricorso, x.punti, x.riscossione,
	x.data_notifica, x.scadenza_pagamento, x.importo_cent,
	x.prezzo_cent, x.versato_cent, x.eccedenza_cent, x.rimborsato_cent, x.residuo_cent, x.sgravato_cent, NULL)
	FROM unnest($1::riga_stato[]) x WHERE t.id = x.id`

func (t *tavole) stato(s vita.Stato) {
	c := s.Conto
	t.verbali.aggiungi(s.ID, s.Sequenza, string(s.Procedura), string(s.Debito), string(s.Ricorso), string(s.Punti), string(s.Riscossione),
		s.DataNotifica, s.ScadenzaPagamento, s.ImportoCent,
		c.PrezzoCent, c.VersatoCent, c.EccedenzaCent, c.RimborsatoCent, c.ResiduoCent, c.SgravatoCent)
}

// Make and model as the officer wrote them win over the registry's.
const mutaVeicolo = `UPDATE verbale t SET marca = x.marca, modello = x.modello
	FROM unnest($1::riga_veicolo[]) x WHERE t.id = x.id AND t.marca = '' AND t.modello = ''`

func (t *tavole) veicolo(verbale uuid.UUID, marca, modello string) {
	t.veicoli.aggiungi(verbale, marca, modello)
}

const mutaDispositivo = `UPDATE verbale t SET dispositivo = x.dispositivo FROM unnest($1::riga_dispositivo[]) x WHERE t.id = x.id`

func (t *tavole) dispositivo(verbale uuid.UUID, dispositivo json.RawMessage) {
	t.dispositivi.aggiungi(verbale, dispositivo)
}

const mutaMisura = `UPDATE violazione t SET velocita_decimi = x.velocita_decimi, limite_decimi = x.limite_decimi
	FROM unnest($1::riga_misura[]) x WHERE t.verbale = x.verbale AND t.ordine = x.ordine`

func (t *tavole) misura(verbale uuid.UUID, x vita.Misura) {
	t.misure.aggiungi(verbale, x.Ordine, x.VelocitaDecimi, x.LimiteDecimi)
}

const nuovoSoggetto = `INSERT INTO soggetto (id, tipo, codice_fiscale, cognome, nome, denominazione, sesso, data_nascita, luogo_nascita,
	indirizzo, civico, cap, comune, comune_istat, provincia, nazione) SELECT * FROM unnest($1::riga_soggetto[])`

func (t *tavole) soggetto(p vita.Soggetto) {
	t.soggetti.aggiungi(p.ID, p.Tipo, p.CodiceFiscale, p.Cognome, p.Nome, p.Denominazione, p.Sesso, p.DataNascita, p.LuogoNascita,
		p.Indirizzo, p.Civico, p.Cap, p.Comune, p.ComuneIstat, p.Provincia, p.Nazione)
}

const (
	nuovaPosizione = `INSERT INTO posizione (id, verbale, ordine, titolo, soggetto, giorno_zero, prova, prova_dubbia, chiusa, spese_cent,
		neopatentato) SELECT * FROM unnest($1::riga_posizione_2[])`
	mutaPosizione = `UPDATE posizione t SET soggetto = x.soggetto, giorno_zero = x.giorno_zero, prova = x.prova, prova_dubbia = x.prova_dubbia,
		chiusa = x.chiusa, spese_cent = x.spese_cent, neopatentato = x.neopatentato FROM unnest($1::riga_posizione_2[]) x WHERE t.id = x.id`
)

func (t *tavole) posizione(verbale uuid.UUID, p vita.Posizione) {
	t.posizioni.aggiungi(p.ID, verbale, p.Ordine, string(p.Titolo), p.Soggetto, p.GiornoZero, p.Prova, p.ProvaDubbia, p.Chiusa, p.SpeseCent,
		p.Neopatentato)
}

const nuovaViolazione = `INSERT INTO violazione (verbale, ordine, codice, articolo, comma, lettera, testo, minimo_cent, massimo_cent,
	notturna, sconto30, pagamento_ridotto, punti, accessoria,
	velocita_decimi, limite_decimi, note, versione_tabella, periodi, tariffa_cent, conseguenze, dubbio, candidati,
	alternative)
	SELECT * FROM unnest($1::riga_violazione_2[])`

func (t *tavole) violazione(verbale uuid.UUID, ordine int, v conseguenze.Violazione) {
	t.violazioni.aggiungi(verbale, ordine, v.Codice, v.Articolo, v.Comma, v.Lettera, v.Testo, v.MinCent, v.MaxCent,
		v.Notturna, v.AmmetteSconto(false), v.PagamentoRidotto, v.Punti, v.Accessoria,
		v.VelocitaDecimi, v.LimiteDecimi, v.Note, v.VersioneTabella,
		max(v.Periodi, 1), v.TariffaCent, v.ConseguenzeScritte(), v.Dubbio, elenco(v.Candidati), elenco(v.Alternative))
}

// elenco is a list for a column that is never NULL.
func elenco(parole []string) []string {
	if parole == nil {
		return []string{}
	}
	return parole
}

// mutaViolazione writes the row that a person chose; what the officer wrote stays, the letter too where the row is for
// several and is still the same.
const mutaViolazione = `UPDATE violazione t SET codice = x.codice, articolo = x.articolo, comma = x.comma,
	lettera = CASE WHEN x.lettera = '' AND x.codice = t.codice THEN t.lettera ELSE x.lettera END, testo = x.testo,
	minimo_cent = x.minimo_cent, massimo_cent = x.massimo_cent, notturna = x.notturna, sconto30 = x.sconto30, pagamento_ridotto = x.pagamento_ridotto,
	punti = x.punti, accessoria = x.accessoria, versione_tabella = x.versione_tabella, periodi = x.periodi, tariffa_cent = x.tariffa_cent,
	conseguenze = x.conseguenze, dubbio = x.dubbio, candidati = x.candidati, alternative = x.alternative
	FROM unnest($1::riga_violazione_2[]) x WHERE t.verbale = x.verbale AND t.ordine = x.ordine`

func (t *tavole) rigaPresa(verbale uuid.UUID, x vita.RigaPresa) {
	t.violazioni.aggiungi(verbale, x.Ordine, x.Codice, x.Articolo, x.Comma, x.Lettera, x.Testo, x.MinimoCent, x.MassimoCent,
		x.Notturna, x.Sconto30, x.PagamentoRidotto, x.Punti, x.Accessoria, nil, nil, "", x.VersioneTabella,
		max(x.Periodi, 1), x.TariffaCent, elenco(x.Conseguenze), x.Dubbio, elenco(strings.Fields(x.Candidati)), elenco(strings.Fields(x.Alternative)))
}

const (
	nuovoAvviso = `INSERT INTO avviso (id, verbale, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente,
		importo_cent, spese_cent, giorni, stato, emesso) SELECT * FROM unnest($1::riga_avviso[])`
	mutaAvviso = `UPDATE avviso t SET importo_cent = x.importo_cent, spese_cent = x.spese_cent, giorni = x.giorni, stato = x.stato
		FROM unnest($1::riga_avviso[]) x WHERE t.id = x.id`
)

func (t *tavole) avviso(verbale uuid.UUID, a vita.Avviso, emesso time.Time) {
	t.avvisi.aggiungi(a.ID, verbale, a.Posizione, string(a.Tipo), a.NumeroAvviso, a.IUV, a.Ente,
		a.ImportoCent, a.SpeseCent, a.Giorni, string(a.Stato), emesso)
}

const (
	nuovaNotifica = `INSERT INTO notifica (id, verbale, posizione, canale, stato, avviata, esito, prova, motivo)
		SELECT * FROM unnest($1::riga_notifica[])`
	mutaNotifica = `UPDATE notifica t SET stato = x.stato, esito = x.esito, prova = x.prova, motivo = x.motivo
		FROM unnest($1::riga_notifica[]) x WHERE t.id = x.id`
)

func (t *tavole) notifica(verbale uuid.UUID, n vita.Notifica) {
	t.notifiche.aggiungi(n.ID, verbale, n.Posizione, n.Canale, string(n.Stato), n.Avviata, n.Esito, n.Prova, n.Motivo)
}

const (
	nuovaVisura = `INSERT INTO visura (id, verbale, posizione, registro, soggetto, stato, risposta, giorno, anomalia) SELECT * FROM unnest($1::riga_visura[])`
	mutaVisura  = `UPDATE visura t SET soggetto = x.soggetto, stato = x.stato, risposta = x.risposta, giorno = x.giorno, anomalia = x.anomalia
		FROM unnest($1::riga_visura[]) x WHERE t.id = x.id`
)

func (t *tavole) visura(verbale uuid.UUID, v vita.Visura) {
	t.visure.aggiungi(v.ID, verbale, v.Posizione, string(v.Registro), v.Soggetto, string(v.Stato), v.Risposta, v.Giorno, v.Anomalia)
}

const (
	nuovoPagamento = `INSERT INTO pagamento (id, verbale, avviso, posizione, importo_cent, data, canale, riferimento,
		registrato, stornato, pagatore, risposta) SELECT * FROM unnest($1::riga_pagamento[])`
	mutaPagamento = `UPDATE pagamento t SET stornato = x.stornato FROM unnest($1::riga_pagamento[]) x WHERE t.id = x.id`
)

func (t *tavole) pagamento(verbale uuid.UUID, p vita.Pagamento, registrato time.Time, pagatore string, risposta json.RawMessage) {
	t.pagamenti.aggiungi(p.ID, verbale, p.Avviso, p.Posizione, p.ImportoCent, p.Data, p.Canale, p.Riferimento,
		registrato, p.Stornato, pagatore, risposta)
}

const (
	nuovoRicorso = `INSERT INTO ricorso (id, verbale, posizione, autorita, stato, presentato, deciso, notificato, importo_cent, riferimento)
		SELECT * FROM unnest($1::riga_ricorso[])`
	mutaRicorso = `UPDATE ricorso t SET stato = x.stato, deciso = x.deciso, notificato = x.notificato, importo_cent = x.importo_cent,
		riferimento = x.riferimento FROM unnest($1::riga_ricorso[]) x WHERE t.id = x.id`
)

func (t *tavole) ricorso(verbale uuid.UUID, m vita.Impugnazione) {
	t.ricorsi.aggiungi(m.ID, verbale, m.Posizione, string(m.Autorita), string(m.Stato), m.Presentato, m.Deciso, m.Notificato, m.ImportoCent, m.Riferimento)
}

const (
	nuovaScadenza = `INSERT INTO scadenza (verbale, posizione, tipo, giorno, fatta) SELECT * FROM unnest($1::riga_scadenza[])`
	mutaScadenza  = `UPDATE scadenza t SET giorno = x.giorno, fatta = x.fatta
		FROM unnest($1::riga_scadenza[]) x WHERE t.posizione = x.posizione AND t.tipo = x.tipo`
)

func (t *tavole) scadenza(verbale uuid.UUID, z vita.Scadenza) {
	t.scadenze.aggiungi(verbale, z.Posizione, string(z.Tipo), z.Giorno, z.Fatta)
}

const (
	nuovaAnomalia = `INSERT INTO anomalia (id, verbale, tipo, testo, aperta, chiusa, esito, posizione, altro) SELECT * FROM unnest($1::riga_anomalia_2[])`
	mutaAnomalia  = `UPDATE anomalia t SET chiusa = x.chiusa, esito = x.esito FROM unnest($1::riga_anomalia_2[]) x WHERE t.id = x.id`
)

// anomalia writes an anomaly; a nil chiusa leaves it open.
func (t *tavole) anomalia(verbale uuid.UUID, a vita.Anomalia, chiusa *time.Time, esito string) {
	t.anomalie.aggiungi(a.ID, verbale, string(a.Tipo), a.Testo, a.Aperta, chiusa, esito, a.Posizione, a.Altro)
}

const nuovoDocumento = `INSERT INTO documento (id, verbale, posizione, tipo, nome, mime, sha256, byte, creato, codice_ag)
	SELECT * FROM unnest($1::riga_documento_ag[])`

func (t *tavole) documento(verbale, posizione uuid.UUID, d vita.Documento, creato time.Time) {
	t.documenti.aggiungi(d.ID, verbale, posizione, string(d.Tipo), d.Nome, d.MIME, d.SHA256, d.Byte, creato, d.CodiceAG)
}

// voce puts the act of a position into the open lot of letters.
func (t *tavole) voce(verbale, posizione, documento uuid.UUID, ora time.Time) {
	t.oraVoci = ora
	t.voci.aggiungi(vita.NuovoID(), verbale, posizione, documento)
}

const nuovoEvento = `INSERT INTO evento (verbale, sequenza, tipo, posizione, data_legale, registrato, attore, causa, prova,
	idempotenza, impronta, dati, importato, deciso, apre) SELECT * FROM unnest($1::riga_evento[])`

func (t *tavole) evento(s vita.Stato, e vita.Evento, dati, deciso, apre json.RawMessage) {
	t.eventi.aggiungi(s.ID, s.Sequenza, string(e.Tipo()), e.Posizione, e.DataLegale, e.Registrato, e.Attore, e.Causa, e.Prova,
		e.Idempotenza, e.Impronta, dati, e.Importato, deciso, apre)
}

const nuovoRegistro = `INSERT INTO registro (attore, azione, oggetto_tipo, oggetto, motivo, esito, indirizzo, traccia)
	SELECT * FROM unnest($1::riga_registro[])`

func (t *tavole) registro(a db.Access) {
	t.registri.aggiungi(a.Attore, a.Azione, a.OggettoTipo, a.Oggetto, a.Motivo, a.Esito, a.Indirizzo, a.Traccia)
}

const nuovaUscita = `INSERT INTO uscita (id, soggetto, oggetto, corpo, traccia) SELECT * FROM unnest($1::riga_uscita[]) RETURNING posizione, quando`

func (t *tavole) uscita(r db.OutboxRow) {
	t.uscite.aggiungi(r.ID, r.Subject, r.Object, r.Body, r.Trace)
}
