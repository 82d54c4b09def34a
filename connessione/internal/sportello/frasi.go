package sportello

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/connessione/internal/pagamento"
	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// termine says until when a notice may be paid.
func termine(o pagamento.Opzione) string {
	switch {
	case o.Trascorso:
		return "Era da pagare entro " + o.Entro.Esteso() + ": il termine è passato, ma l'avviso si può ancora pagare"
	case o.Entro != nil:
		return "Entro " + o.Entro.Esteso()
	case o.Decorrenza != "" && o.Tipo == cds.Ordinanza:
		return fmt.Sprintf("Entro %d giorni dalla notifica dell'ordinanza o della sentenza, che non ha ancora una data", o.Giorni)
	case o.Decorrenza != "":
		return fmt.Sprintf("Entro %d giorni dalla notifica del verbale, che non ha ancora una data", o.Giorni)
	}
	return "L'avviso vale finché non ne viene emesso un altro al suo posto"
}

// nomeTermine names a deadline of an addressee.
func nomeTermine(tipo cds.TipoScadenza) string {
	if nome, noto := map[cds.TipoScadenza]string{
		cds.PagamentoScontato5: "Pagare con lo sconto del 30 %", cds.PagamentoRidotto60: "Pagare in misura ridotta",
		cds.Rateizzazione30: "Chiedere di pagare a rate", cds.RicorsoPrefetto60: "Fare ricorso al prefetto",
		cds.RicorsoGiudice30: "Fare ricorso al giudice di pace", cds.RicorsoGiudiceEstero60: "Fare ricorso al giudice di pace",
		cds.DatiConducente60: "Comunicare chi guidava",
	}[tipo]; noto {
		return nome
	}
	return strings.ToLower(strings.ReplaceAll(string(tipo), "_", " "))
}

// quandoTermine says the last day of a deadline, or its rule before service.
func quandoTermine(t pagamento.Termine) string {
	switch {
	case t.Trascorso:
		return "il termine è passato, era " + t.Entro.Esteso()
	case t.Entro != nil:
		return "entro " + t.Entro.Esteso()
	}
	return fmt.Sprintf("entro %d giorni dalla notifica", t.Giorni)
}

// tentativo tells an attempt to serve: how, when, with which outcome.
func tentativo(n portale.Notifica) string {
	testo := verbale.CanaleCittadino(n.Canale)
	if n.Avviata != nil {
		testo += " " + n.Avviata.Detto("del")
	}
	esito := n.Stato.Cittadino()
	if esito == "" {
		return testo + "."
	}
	if n.Esito != nil {
		esito += ", con effetto " + n.Esito.Detto("dal")
	}
	if n.Prova != "" {
		esito += " (prova " + n.Prova + ")"
	}
	return testo + ": " + esito + "."
}

// momento is an instant as a person in Italy reads it.
func momento(t time.Time) string {
	return calendario.Da(t).Esteso() + " alle " + t.In(calendario.Roma()).Format("15:04")
}

// giornata is a day of the history in words.
type giornata struct {
	Giorno calendario.Giorno
	Testi  []string
}

// cronaca is a history by the days on which things happen, which is not the order in which they are recorded.
type cronaca struct{ Passato, Futuro []giornata }

// storia tells the steps that mean something to a citizen, day by day; those of one's own licence and
// driver are for the person alone.
func storia(passi []portale.Passo, dellaPersona bool) (c cronaca) {
	passi = slices.Clone(passi)
	slices.SortStableFunc(passi, func(a, b portale.Passo) int {
		return cmp.Or(cmp.Compare(a.Data.DiffDays(b.Data), 0), cmp.Compare(a.Sequenza, b.Sequenza))
	})
	for _, p := range passi {
		testo := passoInParole(p, dellaPersona)
		dove := &c.Passato
		if p.Futuro {
			dove = &c.Futuro
		}
		switch n := len(*dove); {
		case testo == "":
		case n > 0 && (*dove)[n-1].Giorno == p.Data:
			(*dove)[n-1].Testi = append((*dove)[n-1].Testi, testo)
		default:
			*dove = append(*dove, giornata{p.Data, []string{testo}})
		}
	}
	return c
}

// passoInParole tells a step, with its money if any; empty when this reader is not told the step.
func passoInParole(p portale.Passo, dellaPersona bool) string {
	somma := ""
	if p.ImportoCent > 0 {
		somma = p.ImportoCent.Euro()
	}
	return p.Tipo.Cittadino(dellaPersona, somma)
}

// titoloVerbale is the number of a fine as the paper has it.
func titoloVerbale(numero, lettera string, anno int) string {
	if lettera != "" {
		numero += "/" + lettera
	}
	return "Verbale n. " + numero + " del " + strconv.Itoa(anno)
}

// quando is the moment of the violation; the day alone where the hour is not known.
func quando(t time.Time, senzaOra bool) string {
	giorno := calendario.Da(t).Esteso()
	if senzaOra {
		return giorno
	}
	return giorno + " alle " + t.In(calendario.Roma()).Format("15:04")
}

// somma is what a step moves; empty when it moves no money.
func somma(p cds.Passo) string {
	if p.ImportoCent == nil {
		return ""
	}
	return importo.Cent(*p.ImportoCent).Euro()
}

// avvertenza is the rule of what the citizen must read beside the steps.
const avvertenza = "AVVERTENZA"

func conteggio(p pagamento.Pagamento) (passi []cds.Passo, avvisi []string) {
	for i, x := range p.Spiegazione {
		if x.Regola == avvertenza && x.Testo == p.SenzaAvviso || i == 0 && p.Sospeso != "" {
			continue // the page says it where it says how to pay, or how much
		}
		if x.Regola == avvertenza {
			avvisi = append(avvisi, x.Testo)
			continue
		}
		passi = append(passi, x)
	}
	return passi, avvisi
}

// inArticoli names in the explanation the articles of the violations, where the table's codes stand.
func inArticoli(p pagamento.Pagamento, violazioni []portale.Violazione) pagamento.Pagamento {
	p.Spiegazione = slices.Clone(p.Spiegazione)
	for i := range p.Spiegazione {
		for _, v := range violazioni {
			p.Spiegazione[i].Testo = strings.ReplaceAll(p.Spiegazione[i].Testo, "Violazione "+v.Codice+":", "Violazione dell'"+norma(v)+":")
		}
	}
	return p
}

// maiuscola begins a sentence.
func maiuscola(testo string) string {
	lettera, n := utf8.DecodeRuneInString(testo)
	return string(unicode.ToUpper(lettera)) + testo[n:]
}

// qui turns the link to a document into the page's own, whose errors are pages.
func qui(indirizzo string) string {
	_, documento, _ := strings.Cut(indirizzo, "/documenti/")
	return baseDocumenti + documento
}

// nomeSoggetto is the name of a person or of a company.
func nomeSoggetto(s *portale.Soggetto) string {
	if s.Denominazione != "" {
		return s.Denominazione
	}
	return strings.TrimSpace(s.Nome + " " + s.Cognome)
}

// recapito is an address on one line.
func recapito(s *portale.Soggetto) string {
	citta := strings.TrimSpace(s.Cap + " " + s.Comune)
	if s.Provincia != "" {
		citta += " (" + s.Provincia + ")"
	}
	return strings.Trim(strings.TrimSpace(s.Indirizzo+" "+s.Civico)+", "+citta, ", ")
}

// luogo is where it happened.
func luogo(l portale.Luogo) string {
	testo := strings.TrimSpace(l.Indirizzo + " " + l.Civico)
	if l.Chilometro != "" {
		testo += ", km " + l.Chilometro
	}
	if l.Comune != "" {
		testo += ", " + l.Comune
	}
	return strings.TrimPrefix(testo, ", ")
}

// violazione is a violation in the words of the table, with its article.
func violazione(v portale.Violazione) string {
	return strings.TrimSpace(strings.TrimRight(v.Testo, ". ")+" ("+norma(v)+")") + "."
}

// norma is a violation by article, as a person writes it.
func norma(v portale.Violazione) string {
	return "art. " + sanzione.Citazione(v.Articolo, v.Comma, v.Lettera)
}
