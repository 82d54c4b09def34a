package vita_test

import (
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// oracolo knows a fine by what its events say, and the rules by what the design says of them (section 4,
// a to g). It asks nothing of the code that it judges: it only looks at the axes and the account there
// before and after an event.
type oracolo struct {
	persone    map[uuid.UUID]*servizio
	ordine     []uuid.UUID
	pagamenti  map[uuid.UUID]importo.Cent
	rimborsato importo.Cent
	ricorsi    map[uuid.UUID]string
	importato  bool
	seguiva    servizio // whom the debt followed before the last event
}

// servizio is what is known of the service of one position.
type servizio struct {
	giorno, termine calendario.Giorno
	provata, dubbia bool
	chiusa          bool
}

func nuovoOracolo() *oracolo {
	return &oracolo{persone: map[uuid.UUID]*servizio{}, pagamenti: map[uuid.UUID]importo.Cent{}, ricorsi: map[uuid.UUID]string{}}
}

// copia is an oracle that knows the same and learns on its own.
func (o *oracolo) copia() *oracolo {
	x := *o
	x.persone, x.ordine = map[uuid.UUID]*servizio{}, slices.Clone(o.ordine)
	for chi, p := range o.persone {
		suo := *p
		x.persone[chi] = &suo
	}
	x.pagamenti, x.ricorsi = maps.Clone(o.pagamenti), maps.Clone(o.ricorsi)
	return &x
}

// impara takes in what an accepted event says.
func (o *oracolo) impara(e vita.Evento) {
	o.importato = o.importato || e.Importato
	o.seguiva = servizio{}
	if p := o.prima(); p != nil {
		o.seguiva = *p
	}
	switch x := e.Dati.(type) {
	case vita.Inserito:
		for _, p := range x.Posizioni {
			o.apre(p.ID)
		}
	case vita.PosizioneAperta:
		o.apre(x.Nuova.ID)
	case vita.Contestato:
		o.serve(e, x.Scadenze, true)
	case vita.NotificaPerfezionata:
		o.serve(e, x.Scadenze, e.Prova != "")
	case vita.NotificaRettificata:
		o.serve(e, x.Scadenze, e.Prova != "")
	case vita.Fatto:
		o.fatto(e, x)
	case vita.PagamentoRegistrato:
		o.pagamenti[x.ID] = x.ImportoCent
	case vita.PagamentoStornato:
		delete(o.pagamenti, x.IDPagamento)
	case vita.RicorsoProposto:
		o.ricorsi[x.IDRicorso] = "pende"
	case vita.RicorsoMosso:
		o.decide(x)
	}
}

func (o *oracolo) apre(chi uuid.UUID) {
	o.persone[chi] = &servizio{}
	o.ordine = append(o.ordine, chi)
}

func (o *oracolo) serve(e vita.Evento, termini []vita.Scadenza, provata bool) {
	p := o.persone[e.Posizione]
	if p == nil {
		return
	}
	p.giorno, p.provata = e.DataLegale, p.provata || provata
	for _, z := range termini {
		if z.Tipo == cds.PagamentoRidotto60 {
			p.termine = z.Giorno
		}
	}
}

func (o *oracolo) fatto(e vita.Evento, x vita.Fatto) {
	p := o.persone[e.Posizione]
	if p == nil {
		return
	}
	switch x.Quale {
	case verbale.EventoPosizioneChiusa:
		p.chiusa = true
	case verbale.EventoProvaContestata:
		p.dubbia = true
	case verbale.EventoProvaConfermata:
		p.dubbia, p.provata = false, true
	default: // about the fine
	}
}

func (o *oracolo) decide(x vita.RicorsoMosso) {
	switch x.Quale {
	case verbale.EventoRicorsoAccolto:
		o.ricorsi[x.IDRicorso] = "accolto"
	case verbale.EventoRicorsoRespinto, verbale.EventoRicorsoRideterminato, verbale.EventoRicorsoInammissibile:
		o.ricorsi[x.IDRicorso] = "deciso"
	case verbale.EventoRicorsoImpugnato:
		o.ricorsi[x.IDRicorso] = "pende"
		for chi, come := range o.ricorsi { // what was granted hangs on the new appeal
			if come == "accolto" {
				o.ricorsi[chi] = "deciso"
			}
		}
	default: // it goes on
	}
}

// prima gives the position served first, of those of whom something is asked.
func (o *oracolo) prima() *servizio {
	var prima *servizio
	for _, chi := range o.ordine {
		p := o.persone[chi]
		if !p.giorno.IsZero() && !p.chiusa && (prima == nil || p.giorno.Before(prima.giorno)) {
			prima = p
		}
	}
	return prima
}

// fermo: an open or accepted appeal, a missing or doubtful proof, a hold (b). Of an imported fine the axis
// alone tells the appeal.
func (o *oracolo) fermo(p *servizio, a vita.Assi) bool {
	if o.importato {
		return a.Debito == verbale.Sospeso || p == nil || p.giorno.IsZero() || !p.provata || p.dubbia ||
			slices.Contains([]verbale.Ricorso{"PRESENTATO", "TRASMESSO", "SOSPENSIVA", "IMPUGNATO", "ACCOLTO"}, a.Ricorso)
	}
	for _, come := range o.ricorsi {
		if come == "pende" || come == "accolto" {
			return true
		}
	}
	return a.Debito == verbale.Sospeso || p == nil || p.giorno.IsZero() || !p.provata || p.dubbia
}

func chiuso(d verbale.Debito) bool {
	return d == verbale.Pagato || d == verbale.Eccedenza || d == verbale.Rimborsato || d == verbale.Sgravato
}

// giudica says which rule an accepted event breaks; empty when none.
func (o *oracolo) giudica(prima, dopo vita.Stato, e vita.Evento) string {
	for _, f := range []func(prima, dopo vita.Stato, e vita.Evento) string{o.carte, o.aggravi, o.intero, o.riaperture, o.tardivi,
		o.conto, o.posti} {
		if s := f(prima, dopo, e); s != "" {
			return fmt.Sprintf("%s\n%s: da %+v a %+v\nconto %+v poi %+v\n%+v", s, e.Tipo(), prima.Assi, dopo.Assi, prima.Conto, dopo.Conto, e)
		}
	}
	return ""
}

// carte is (a): a closed debt stops any new paper about money.
func (o *oracolo) carte(prima, _ vita.Stato, e vita.Evento) string {
	carte := []verbale.TipoEvento{"VERBALE_REDATTO", "AVVISI_EMESSI", "ATTO_GENERATO", "SPESE_ADDEBITATE", "NOTIFICA_AVVIATA", "RATEIZZAZIONE_CONCESSA",
		"SOLLECITO_INVIATO", "CREDITO_SELEZIONATO", "ISCRITTO_A_RUOLO", "INGIUNZIONE_EMESSA", "RECAPITO_INDICATO"}
	if chiuso(prima.Debito) && slices.Contains(carte, e.Tipo()) {
		return "(a) una carta che chiede denaro a debito chiuso"
	}
	return ""
}

// aggravi is (b): what is in question or held is neither surcharged nor enforced.
func (o *oracolo) aggravi(prima, dopo vita.Stato, e vita.Evento) string {
	avanza := prima.Riscossione != dopo.Riscossione && e.Tipo() != verbale.EventoPagamentoStornato &&
		slices.Contains([]verbale.Riscossione{verbale.Sollecitato, verbale.Selezionato, verbale.InRuolo, verbale.Ingiunto}, dopo.Riscossione)
	aumenta := e.Tipo() == verbale.EventoRidottoDecorso || e.Tipo() == verbale.EventoRateizzazioneDecaduta
	chi := o.prima()
	if p := o.persone[e.Posizione]; p != nil {
		chi = p
	}
	if (avanza || aumenta) && o.fermo(chi, prima.Assi) {
		return "(b) maggiorazione o riscossione mentre tutto è fermo"
	}
	if avanza && chiuso(dopo.Debito) {
		return "(a) riscossione a debito chiuso"
	}
	if x, ok := e.Dati.(vita.AvvisiEmessi); ok {
		for _, a := range x.Avvisi {
			p := o.persone[a.Posizione]
			if (a.Tipo == cds.Intero || a.Tipo == cds.InteroMaggiorato) && (o.fermo(p, prima.Assi) || !e.DataLegale.After(p.termine)) {
				return "(b, c) un avviso dell'intero prima del tempo"
			}
		}
	}
	return ""
}

// intero is (c), and (b) over it.
func (o *oracolo) intero(prima, dopo vita.Stato, e vita.Evento) string {
	if dopo.Debito != verbale.DebitoIntero {
		return ""
	}
	chi, oggi := o.prima(), e.DataLegale
	if _, servita := e.Dati.(vita.NotificaPerfezionata); servita || e.Tipo() == verbale.EventoNotificaRettificata {
		oggi = calendario.Da(e.Registrato)
	}
	if prima.Debito == verbale.DebitoIntero && (chi == nil && o.seguiva.giorno.IsZero() || chi != nil && chi.giorno == o.seguiva.giorno &&
		chi.termine == o.seguiva.termine) {
		return "" // it was so already, and nobody's day moved
	}
	if chi == nil || chi.termine.IsZero() || !oggi.After(chi.termine) {
		return "(c) l'intero senza una notifica perfezionata e il suo termine"
	}
	if prima.Debito != verbale.DebitoIntero && o.fermo(chi, dopo.Assi) {
		return "(b) l'intero mentre tutto è fermo"
	}
	return ""
}

// riaperture is (e): only a person opens again what was closed, and says why.
func (o *oracolo) riaperture(prima, dopo vita.Stato, e vita.Evento) string {
	chiuse := func(p verbale.Procedura) bool {
		return slices.Contains([]verbale.Procedura{"SCARTATO", "DEFINITO", "ARCHIVIATO", "ANNULLATO_AUTOTUTELA", "ESTINTO_TERMINI",
			"ESTINTO_DECESSO"}, p)
	}
	riapre := chiuso(prima.Debito) && !chiuso(dopo.Debito) || chiuse(prima.Procedura) && !chiuse(dopo.Procedura) ||
		prima.Ricorso == "ACCOLTO" && dopo.Ricorso != "ACCOLTO" && dopo.Ricorso != "DEFINITIVO" || prima.Ricorso == "DEFINITIVO" &&
		dopo.Ricorso != "DEFINITIVO" ||
		(prima.Punti == "COMUNICATI" || prima.Punti == "SCARTATI") && dopo.Punti != prima.Punti ||
		(prima.Riscossione == "RISCOSSO" || prima.Riscossione == "DISCARICATO") && dopo.Riscossione != prima.Riscossione
	volute := []verbale.TipoEvento{"PAGAMENTO_STORNATO", "RICORSO_IMPUGNATO", "RICORSO_PRESENTATO", "RICORSO_RESPINTO", "RICORSO_RIDETERMINATO",
		"PUNTI_SCARTATI", "ANOMALIA_RISOLTA"}
	if riapre && (e.Causa == "" || !slices.Contains(volute, e.Tipo())) {
		return "(e) un asse chiuso si riapre in silenzio"
	}
	if chiuse(dopo.Procedura) && !chiuse(prima.Procedura) && !chiuso(dopo.Debito) {
		return "(e) la procedura si chiude e il debito no"
	}
	return ""
}

// tardivi is the second half of (e): a payment or an appeal that comes when all is closed opens an anomaly.
func (o *oracolo) tardivi(prima, dopo vita.Stato, e vita.Evento) string {
	tardivo := e.Tipo() == verbale.EventoPagamento || e.Tipo() == verbale.EventoRicorsoPresentato
	if tardivo && chiuso(prima.Debito) && len(dopo.Anomalie) != len(prima.Anomalie)+1 {
		return "(e) un evento tardivo non apre un'anomalia"
	}
	return ""
}

// conto is (g), to the cent, and (d): what suffices closes.
func (o *oracolo) conto(prima, dopo vita.Stato, e vita.Evento) string {
	c, versato := dopo.Conto, importo.Cent(0)
	for _, cent := range o.pagamenti {
		versato += cent
	}
	if prima.Importato && c == prima.Conto && prima.Debito == dopo.Debito { // history of another law, not touched
		o.rimborsato = c.RimborsatoCent
		return ""
	}
	if c.PrezzoCent != versato-c.EccedenzaCent+c.ResiduoCent+c.SgravatoCent || c.VersatoCent != versato {
		return fmt.Sprintf("(g) il conto non torna: versati %d", versato)
	}
	if c.RimborsatoCent > c.EccedenzaCent || c.RimborsatoCent < o.rimborsato ||
		min(c.PrezzoCent, c.EccedenzaCent, c.ResiduoCent, c.SgravatoCent) < 0 {
		return "(g) un rimborso che svanisce, o più di quanto si deve"
	}
	if o.rimborsato = c.RimborsatoCent; chiuso(dopo.Debito) && c.ResiduoCent != 0 {
		return "(g) il debito è chiuso e resta qualcosa"
	}
	if !chiuso(dopo.Debito) && c.ResiduoCent == 0 && c.VersatoCent > c.EccedenzaCent {
		return "(d) quanto è versato basta e il debito resta aperto"
	}
	if resta := c.EccedenzaCent - c.RimborsatoCent; chiuso(dopo.Debito) && (resta > 0) != (dopo.Debito == verbale.Eccedenza) {
		return "(g) ciò che resta da rimborsare non si vede"
	}
	if x, ok := e.Dati.(vita.PagamentoRegistrato); ok && x.Chiude && !chiuso(dopo.Debito) {
		return "(d) il pagamento basta e non chiude"
	}
	return ""
}

// posti: notified means that one position is served and none is open; the day shown is the first one's.
func (o *oracolo) posti(prima, dopo vita.Stato, _ vita.Evento) string {
	aperte := 0
	for _, p := range o.persone {
		if p.giorno.IsZero() && !p.chiusa {
			aperte++
		}
	}
	servita := o.prima()
	if dopo.Debito != prima.Debito && servita == nil && slices.Contains([]verbale.Debito{verbale.DebitoRidotto30, verbale.DebitoRidotto,
		verbale.DebitoIntero}, dopo.Debito) {
		return "un debito esigibile prima di ogni notifica"
	}
	if dopo.Procedura == verbale.Notificato && prima.Procedura != verbale.Notificato && (servita == nil || aperte > 0) {
		return "NOTIFICATO con una posizione aperta"
	}
	if servita != nil && dopo.DataNotifica != servita.giorno || servita == nil && !dopo.DataNotifica.IsZero() {
		return "la data di notifica non è quella di chi è stato notificato per primo"
	}
	return ""
}
