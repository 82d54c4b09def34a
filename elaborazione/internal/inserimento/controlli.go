package inserimento

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const (
	tolleranzaOrologio = 5 * time.Minute // between the sender's clock and ours
)

// controllo compares a request with the command's registers and the law, and collects every defect
// before it refuses.
type controllo struct {
	s       *Service
	v       richiesta.Verbale
	comando anagrafe.Tenant
	tabella *sanzione.Tabella // one for the whole fine, whatever is imported meanwhile
	ora     time.Time
	oggi    calendario.Giorno
	giorno  calendario.Giorno // of the violation

	n       conseguenze.Nuovo
	campi   []problem.Campo
	ambigue []problem.Campo
}

// controlla turns a request into a fine to be recorded. The error names every field at fault; when
// nothing else is wrong and the table has several rows for a violation it is VIOLAZIONE_AMBIGUA.
func (s *Service) controlla(fonte verbale.Fonte, v richiesta.Verbale, comando anagrafe.Tenant) (conseguenze.Nuovo, error) {
	ora := s.Adesso()
	c := &controllo{s: s, v: v, comando: comando, tabella: s.Ufficio.Tabelle.Violazioni(),
		ora: ora, oggi: calendario.Da(ora), giorno: calendario.Da(v.DataOraViolazione)}
	c.n = conseguenze.Nuovo{ID: vita.NuovoID(), IDEsterno: v.IDEsterno, Impronta: richiesta.Impronta(v), Fonte: fonte, Ora: ora, Rilievo: c.rilievo()}
	c.giorni()
	c.agenti()
	c.veicolo()
	c.luogo()
	c.persone()
	c.violazioni()
	c.allegati()
	for _, passo := range []func() error{c.serie, c.politica, c.importi} {
		if err := passo(); err != nil {
			return conseguenze.Nuovo{}, err
		}
	}
	return c.n, c.rifiuto()
}

func (c *controllo) rifiuta(campo, messaggio string) {
	c.campi = append(c.campi, problem.Campo{Campo: campo, Messaggio: messaggio})
}

func (c *controllo) rifiutato(campo string) bool {
	return slices.ContainsFunc(c.campi, func(x problem.Campo) bool { return x.Campo == campo })
}

func (c *controllo) avverti(codice, testo string) {
	c.n.Avvertenze = append(c.n.Avvertenze, verbale.ScriviAvvertenza(verbale.Avvertenza(codice), testo))
}

func (c *controllo) rifiuto() error {
	switch {
	case len(c.campi) > 0:
		return problem.NonValido(append(c.campi, c.ambigue...)...)
	case len(c.ambigue) > 0:
		e := problem.Nuovo(problem.BadRequest, "VIOLAZIONE_AMBIGUA", "Violazione ambigua",
			"Più righe della tabella corrispondono alla violazione: indicare il codice.")
		e.Campi = c.ambigue
		return e
	}
	return nil
}

// rilievo copies what needs no judgement.
func (c *controllo) rilievo() conseguenze.Rilievo {
	v := c.v
	r := conseguenze.Rilievo{
		Reparto: v.Reparto, Targa: v.Veicolo.Targa, TipoTarga: string(v.Veicolo.TipoTarga), Nazione: v.Veicolo.Nazione,
		Marca: v.Veicolo.Marca, Modello: v.Veicolo.Modello,
		DataViolazione: v.DataOraViolazione, DataAccertamento: v.DataAccertamento,
		Luogo: conseguenze.Luogo{Istat: v.Luogo.ComuneIstat, Indirizzo: v.Luogo.Indirizzo, Civico: v.Luogo.Civico, Chilometro: chilometro(v.Luogo.Metri),
			LatitudineMicro: v.Luogo.Latitudine, LongitudineMicro: v.Luogo.Longitudine},
		Contestato: v.ContestazioneImmediata, DataContestazione: v.DataContestazione,
		MotivoMancata: v.MotivoMancataContestazione, Note: v.Note,
	}
	if r.DataAccertamento.IsZero() {
		r.DataAccertamento = c.giorno
	}
	if r.Contestato && r.DataContestazione.IsZero() {
		r.DataContestazione = c.giorno
	}
	if v.Preavviso != nil {
		r.PreavvisoNumero, r.PreavvisoData = v.Preavviso.Numero, v.Preavviso.Data
	}
	if v.Dispositivo != nil {
		d := conseguenze.Dispositivo(*v.Dispositivo)
		r.Dispositivo = &d
	}
	for _, a := range v.Agenti {
		r.Agenti = append(r.Agenti, a.Matricola)
	}
	return r
}

// chilometro writes metres as road signs do: 3+200.
func chilometro(metri *int64) string {
	if metri == nil {
		return ""
	}
	return fmt.Sprintf("%d+%03d", *metri/1000, *metri%1000)
}

func (c *controllo) giorni() {
	switch v := c.v.DataOraViolazione; {
	case v.After(c.ora.Add(tolleranzaOrologio)):
		c.rifiuta("dataOraViolazione", "è nel futuro")
	case cds.Prescritta(c.giorno, c.oggi):
		c.rifiuta("dataOraViolazione", "è di oltre cinque anni fa: il diritto a riscuotere è prescritto (art. 209 CdS)")
	}
	for _, x := range []struct {
		campo  string
		giorno calendario.Giorno
	}{
		{"dataAccertamento", c.v.DataAccertamento},
		{"dataContestazione", c.v.DataContestazione},
		{"preavviso.data", c.n.PreavvisoData},
	} {
		if x.giorno.After(c.oggi) {
			c.rifiuta(x.campo, "è nel futuro")
		}
	}
	c.termine()
}

// termine warns of a fine that can hardly be served in time. It is no refusal: who is identified later
// has a term of his own (art. 201 c. 1 CdS).
func (c *controllo) termine() {
	if c.n.Contestato {
		return
	}
	ultimo, err := cds.UltimoGiorno(cds.Notifica90, c.n.DataAccertamento)
	if err == nil && c.oggi.After(ultimo) {
		c.avverti("TERMINE_NOTIFICA_DA_VERIFICARE", "i 90 giorni dall'accertamento per notificare il verbale sono passati "+
			ultimo.Detto("il")+" (art. 201 c. 1 CdS): verificare da quando decorrono.")
	}
}

func (c *controllo) agenti() {
	if _, ok := c.comando.Reparti[c.v.Reparto]; !ok {
		c.rifiuta("reparto", "il comando non ha il reparto "+c.v.Reparto)
	}
	visti := map[string]bool{}
	for i, a := range c.v.Agenti {
		campo := fmt.Sprintf("agente[%d].matricola", i+1)
		noto, ok := c.comando.Agenti[a.Matricola]
		switch {
		case !ok:
			c.rifiuta(campo, "il comando non ha l'agente "+a.Matricola)
		case visti[a.Matricola]:
			c.rifiuta(campo, "l'agente è ripetuto")
		case noto.Stato != "ATTIVO":
			c.avverti("AGENTE_CESSATO", "l'agente "+a.Matricola+" non è più in servizio.")
		}
		visti[a.Matricola] = true
	}
	if !c.v.ContestazioneImmediata && c.v.MotivoMancataContestazione == "" {
		c.avverti("MOTIVO_MANCANTE", "manca il motivo della mancata contestazione immediata (art. 201 c. 1 CdS).")
	}
}

func (c *controllo) veicolo() {
	v := c.v.Veicolo
	if motivo := targa.MotivoNazione(v.Nazione); motivo != "" {
		c.rifiuta("veicolo.nazione", motivo)
		return
	}
	esito := targa.Valida(v.TargaScritta, v.Nazione)
	if !esito.Valida {
		c.rifiuta("veicolo.targa", esito.Motivo)
		return
	}
	c.n.Targa, c.n.TargaScritta = esito.Normalizzata, targa.Scritta(v.TargaScritta)
	for _, a := range esito.Avvertenze {
		c.avverti("TARGA", a)
	}
	c.classeDellaTarga(esito)
	if v.TipoTarga == "" {
		c.n.TipoTarga = string(esito.Tipi[0])
		return
	}
	if slices.Contains(esito.Tipi, v.TipoTarga) {
		return
	}
	c.rifiuta("veicolo.tipoTarga", fmt.Sprintf("la targa %s non è di tipo %s: può essere %v", esito.Normalizzata, v.TipoTarga, esito.Tipi))
}

// classeDellaTarga holds a fine whose declared class contradicts the Italian plate: the class chooses the row, and with it the sum.
func (c *controllo) classeDellaTarga(esito targa.Esito) {
	classe := sanzione.Classe(c.v.Veicolo.Classe)
	if classe == "" || !targa.Italia(c.v.Veicolo.Nazione) {
		return
	}
	possibili := targa.ClassiPossibili(esito.Normalizzata)
	if t := c.v.Veicolo.TipoTarga; t != "" && slices.Contains(esito.Tipi, t) && slices.Contains(possibili, targa.ClasseDi(t)) {
		possibili = []targa.Classe{targa.ClasseDi(t)} // the sender says which reading of the plate is meant
	}
	if len(possibili) == 0 || slices.ContainsFunc(possibili, classe.Targata) {
		return
	}
	parole := make([]string, len(possibili))
	for i, p := range possibili {
		parole[i] = strings.ToLower(string(p))
	}
	c.trattieni(verbale.AvvertenzaClasse, "veicolo.classe: la targa "+esito.Normalizzata+" è di "+strings.Join(parole, " o ")+", e la classe dichiarata è "+
		classe.Parola()+": la riga e la somma dipendono dalla classe.")
}

// luogo: the table of municipalities may be no more than the compiled seed, so an unknown code is a
// warning.
func (c *controllo) luogo() {
	if _, ok := c.s.Ufficio.Tabelle.Comuni().Cerca(c.v.Luogo.ComuneIstat, c.giorno); !ok {
		c.avverti("COMUNE_SCONOSCIUTO", "il codice ISTAT "+c.v.Luogo.ComuneIstat+" non è nella tabella dei comuni.")
	}
	if l := c.v.Luogo; l.Latitudine != nil && l.Longitudine != nil {
		if dubbio := posizioneDubbia(*l.Latitudine, *l.Longitudine); dubbio != "" {
			c.avverti("POSIZIONE_DUBBIA", dubbio)
		}
	}
}

// serie decides year, series and number: given by the sender, or by the platform when recorded. The
// setting serie.<lettera> fixes it for a series (serie.senzaLettera for the one without).
func (c *controllo) serie() error {
	c.n.Lettera, c.n.Anno = c.v.Lettera, c.v.Anno
	if c.n.Anno == 0 {
		c.n.Anno = c.oggi.Anno()
	}
	if c.n.Anno > c.oggi.Anno() || c.n.Anno < c.giorno.Anno() {
		c.rifiuta("anno", "l'anno di registrazione va da quello della violazione a quello corrente")
	}
	tipo, err := ufficio.Serie(c.comando, c.v.Lettera, c.oggi.String())
	if err != nil {
		return err
	}
	if c.v.Numero == "" {
		c.daNumerare(tipo)
		return nil
	}
	if tipo == ufficio.SerieInterna {
		c.rifiuta("numero", "la serie è numerata dalla piattaforma: il numero non va indicato")
	}
	numero, err := strconv.ParseInt(c.v.Numero, 10, 64)
	if err != nil || numero < 1 {
		c.rifiuta("numero", "deve essere un numero maggiore di zero")
	}
	c.n.Numero = numero
	return nil
}

// daNumerare checks a fine that comes without a number.
func (c *controllo) daNumerare(tipo string) {
	if tipo == ufficio.SerieEsterna {
		c.rifiuta("numero", "la serie è numerata da chi inserisce: il numero va indicato")
	}
	if c.n.Anno != c.oggi.Anno() && !c.rifiutato("anno") {
		c.rifiuta("anno", "la piattaforma numera soltanto i verbali dell'anno corrente")
	}
}

func (c *controllo) politica() (err error) {
	c.n.Politica, err = ufficio.Politica(c.comando, c.n.Fonte, c.oggi.String())
	return err
}

// importi prices the violations and sees to it that the notices will have their numbers.
func (c *controllo) importi() error {
	if len(c.campi)+len(c.ambigue) > 0 {
		return nil
	}
	esito, err := cds.Avvisi(c.prezzi(), 0)
	if err != nil {
		return fmt.Errorf("verbale: importi: %w", err)
	}
	c.n.Importi = esito
	// A violation whose row is still to be chosen has no known amount: a warning about it would be false.
	if !slices.ContainsFunc(c.n.Violazioni, func(v conseguenze.Violazione) bool { return len(v.Candidati) > 0 }) {
		for _, a := range esito.Avvertenze {
			c.avverti("IMPORTI", a)
		}
	}
	if c.n.QuantiNumeri() > 0 && len(c.comando.Intervalli) == 0 {
		return problem.NonDisponibile("INTERVALLO_MANCANTE", "Al comando non è assegnato alcun intervallo di numeri di avviso di pagamento.")
	}
	if !c.n.Contestato || len(esito.Avvisi) == 0 {
		return nil
	}
	c.n.Scadenze, err = vita.Termini(esito.Avvisi, c.n.DataContestazione)
	return err
}

func (c *controllo) prezzi() []cds.Violazione {
	var tutte []cds.Violazione
	for _, v := range c.n.Violazioni {
		tutte = append(tutte, v.Prezzo())
	}
	return tutte
}

// apri adds a position; the subject is new and belongs to this fine.
func (c *controllo) apri(t verbale.Titolo, p *vita.Soggetto) {
	pos := vita.Posizione{ID: vita.NuovoID(), Ordine: len(c.n.Posizioni) + 1, Titolo: t, Soggetto: uuid.Nil}
	if p != nil {
		pos.Soggetto = p.ID
		c.n.Soggetti = append(c.n.Soggetti, *p)
	}
	c.n.Posizioni = append(c.n.Posizioni, pos)
}
