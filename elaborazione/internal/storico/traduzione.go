package storico

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const (
	attore          = "importazione"
	versioneTabella = "IMPORTAZIONE"
	canale          = "IMPORTAZIONE"
)

// Storia is a case as the platform takes it in.
type Storia struct {
	Caso      *Caso
	IDEsterno string // format and key of the case: what it is recognised by
	Impronta  [sha256.Size]byte
	Anno      int
	Lettera   string
	Numero    int64
	Eventi    []vita.Evento
	Stato     vita.Stato // after them
	Anomalie  []Anomalia
	Obiezioni []string // what today's rules would object

	doppione string // number of a fine that was there and may be the same fact; empty: none
}

// Anomalia is something in the file that does not add up. The case is taken in as it is.
type Anomalia struct {
	Tipo  verbale.TipoAnomalia `json:"tipo"`
	Caso  string               `json:"caso"`
	Riga  int                  `json:"riga"` // of the file
	Testo string               `json:"testo"`
}

// The anomalies that a case may have.
const (
	AnomaliaTargaIllecita  = "TARGA_NON_VALIDA"   // no plate of any country: kept as it is written
	AnomaliaTargaIgnota    = "TARGA_NON_ITALIANA" // of no Italian shape: foreign, or miswritten
	AnomaliaOraInesistente = "ORA_INESISTENTE"    // in the hour that March skips
	AnomaliaOraAmbigua     = "ORA_AMBIGUA"        // in the hour that October repeats
)

// Rifiuto is why a case stays out; the others go on.
type Rifiuto struct {
	Caso      string `json:"caso"`
	Riga      int    `json:"riga"`
	Carattere int    `json:"carattere,omitempty"` // of that line, from 1, in bytes; 0: none to name
	Colonna   string `json:"colonna,omitempty"`   // header; empty: the whole line
	Motivo    string `json:"motivo"`
}

// Error writes "caso A10018 (riga 12, carattere 7, colonna timestamp): motivo".
func (r *Rifiuto) Error() string { return fmt.Sprintf("caso %s (%s): %s", r.Caso, r.dove(), r.Motivo) }

func (r *Rifiuto) dove() string {
	testo := fmt.Sprintf("riga %d", r.Riga)
	if r.Colonna != "" {
		testo += fmt.Sprintf(", carattere %d, colonna %s", r.Carattere, r.Colonna)
	}
	return testo
}

// traduttore turns the lines of one case into events, one after the other.
type traduttore struct {
	mappa     *Mappa
	storia    *Storia
	adesso    time.Time
	titolo    verbale.Titolo
	posizione uuid.UUID
	ricorso   uuid.UUID
	assi      vita.Assi
	importo   importo.Cent // asked without expenses, as of the last line that says it
	spese     importo.Cent
	versato   importo.Cent
	conto     vita.Conto
	servito   calendario.Giorno
	esito     string // of the dismissal codes, the last other than NIL
	esitoRiga *Riga
}

// Traduci turns a case into events, whose axes are decided here, and replays them. A *Rifiuto says why
// it cannot be taken in.
func (m *Mappa) Traduci(c *Caso, adesso time.Time) (*Storia, error) {
	s := &Storia{Caso: c, IDEsterno: m.Formato + ":" + c.Chiave, Impronta: c.impronta(m.Formato)}
	t := &traduttore{mappa: m, storia: s, adesso: adesso, titolo: verbale.Obbligato, posizione: nuovoID(), ricorso: nuovoID()}
	righe, err := t.ordina()
	if err != nil {
		return nil, err
	}
	if err := t.numera(righe[0]); err != nil {
		return nil, err
	}
	if err := t.ammetti(); err != nil {
		return nil, err
	}
	t.esamina(righe)
	for _, r := range righe {
		t.evento(r)
	}
	t.chiude(righe[len(righe)-1])
	return s, t.rivivi()
}

// ordina puts the insertion first, then the days in order, and inside a day the steps in theirs.
func (t *traduttore) ordina() ([]*Riga, error) {
	c := t.storia.Caso
	righe := make([]*Riga, len(c.Righe))
	inserite := 0
	for i := range c.Righe {
		righe[i] = &c.Righe[i]
		if c.Righe[i].passo == passoInserito {
			inserite++
		}
		if i > 0 && c.Righe[i].Giorno.Before(c.Righe[i-1].Giorno) {
			t.anomalia(verbale.AnomaliaRigheNonInOrdine, &c.Righe[i], "il giorno viene prima di quello della riga precedente")
		}
	}
	if inserite != 1 {
		return nil, &Rifiuto{Caso: c.Chiave, Riga: c.Righe[0].Linea, Motivo: fmt.Sprintf("ha %d righe VERBALE_INSERITO invece di una", inserite)}
	}
	slices.SortStableFunc(righe, func(a, b *Riga) int {
		return cmp.Or(cmp.Compare(min(a.passo, 1), min(b.passo, 1)), a.Giorno.DiffDays(b.Giorno), cmp.Compare(a.passo, b.passo))
	})
	return righe, nil
}

// numera reads series and number out of the key of the case; the year is that of its insertion.
func (t *traduttore) numera(prima *Riga) error {
	s := t.storia
	parti := t.mappa.numero.FindStringSubmatch(s.Caso.Chiave)
	if parti == nil {
		return &Rifiuto{Caso: s.Caso.Chiave, Riga: prima.Linea, Motivo: "dalla chiave non si ricavano lettera e numero (" + t.mappa.Numero + ")"}
	}
	numero, err := strconv.ParseInt(parti[2], 10, 64)
	if err != nil || numero < 1 || numero > 9_999_999_999 || !lettere(parti[1]) {
		return &Rifiuto{Caso: s.Caso.Chiave, Riga: prima.Linea, Motivo: "il numero va da 1 a 9999999999, la lettera ha al più tre maiuscole da A a Z"}
	}
	s.Anno, s.Lettera, s.Numero = prima.Giorno.Anno(), parti[1], numero
	return nil
}

// esamina looks at the facts known only from the whole case: who is served, the outcome that was written
// back on an earlier line, the totals.
func (t *traduttore) esamina(righe []*Riga) {
	for _, r := range righe {
		if r.Giorno.Before(righe[0].Giorno) {
			t.anomalia(verbale.AnomaliaFattoPrecedente, r, "il giorno viene prima di quello del verbale")
		}
		if codice := r.celle[ruoloDestinatario]; codice != "" && r.passo == passoNotifica {
			if titolo, noto := t.mappa.Destinatari[codice]; noto {
				t.titolo = verbale.Titolo(titolo)
			} else {
				t.anomalia(verbale.AnomaliaDestinatarioIgnoto, r, fmt.Sprintf("il codice %q non è nella mappa: vale come obbligato", codice))
			}
		}
		if codice := r.celle[ruoloEsito]; codice != "" {
			esito, noto := t.mappa.Esiti[codice]
			if !noto {
				t.anomalia(verbale.AnomaliaEsitoIgnoto, r, fmt.Sprintf("il codice %q non è nella mappa: il debito resta com'è", codice))
			}
			if noto && esito != esitoDovuto {
				t.esito, t.esitoRiga = esito, r
			}
		}
	}
	t.totali(righe)
	t.targa(righe[0])
	t.orario(righe[0])
	t.riscontra(righe[0])
}

// totali compares what the file says was paid so far with the sum of the lines, which is trusted. A
// total may or may not hold the other payments of its day.
func (t *traduttore) totali(righe []*Riga) {
	var prima, finora importo.Cent
	var giorno calendario.Giorno
	for _, r := range righe {
		if r.passo != passoPagamento {
			continue
		}
		if r.Giorno != giorno {
			giorno, prima = r.Giorno, finora
		}
		finora += r.VersatoCent
		delGiorno := prima
		for _, altra := range righe {
			if altra.passo == passoPagamento && altra.Giorno == giorno {
				delGiorno += altra.VersatoCent
			}
		}
		if r.celle[ruoloVersatoTotale] != "" && !slices.Contains([]importo.Cent{finora, prima + r.VersatoCent, delGiorno}, r.TotaleCent) {
			t.anomalia(verbale.AnomaliaTotaleDiverso, r, fmt.Sprintf("il totale scritto è %s, le righe fanno %s: valgono le righe", r.TotaleCent.Euro(), finora.Euro()))
		}
	}
}

func (t *traduttore) anomalia(tipo verbale.TipoAnomalia, r *Riga, testo string) {
	t.storia.Anomalie = append(t.storia.Anomalie, Anomalia{Tipo: tipo, Caso: t.storia.Caso.Chiave, Riga: r.Linea, Testo: testo})
}

// rivivi replays the events with the function by which every fine changes, and notes what today's rules
// would object.
func (t *traduttore) rivivi() error {
	s := t.storia
	s.Stato = vita.Stato{ID: nuovoID()}
	for i := range s.Eventi {
		if o := obiezione(s.Stato, s.Eventi[i]); o != "" {
			s.Obiezioni = append(s.Obiezioni, o)
		}
		dopo, err := vita.Applica(s.Stato, s.Eventi[i])
		if err != nil {
			return fmt.Errorf("storico: caso %s, evento %d: %w", s.Caso.Chiave, i+1, err)
		}
		s.Stato = dopo
		s.Eventi[i].Sequenza = dopo.Sequenza
	}
	return nil
}

// impronta is the same for the same lines, however their columns are ordered.
func (c *Caso) impronta(formato string) (esito [sha256.Size]byte) {
	buf := append(make([]byte, 0, 1024), formato...)
	for i := range c.Righe {
		buf = append(buf, '\n')
		for x, cella := range c.Righe[i].celle {
			if cella == "" && (ruolo(x) == ruoloVelocita || ruolo(x) == ruoloLimite) {
				continue // a file that was imported before there were these columns is the same still
			}
			buf = append(strconv.AppendInt(buf, int64(len(cella)), 10), ':')
			buf = append(buf, cella...)
		}
	}
	return sha256.Sum256(buf)
}

func nuovoID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// nuova is the row of the case: what the other system did not know is empty.
func (s *Storia) nuova() scrittura.Storia {
	prima := s.inserito()
	giorno := prima.Giorno
	contestato := slices.ContainsFunc(s.Eventi, func(e vita.Evento) bool { return e.Tipo() == verbale.EventoContestato })
	n := conseguenze.Nuovo{
		ID: s.Stato.ID, Anno: s.Anno, Numero: s.Numero, Lettera: s.Lettera, IDEsterno: s.IDEsterno, Impronta: s.Impronta,
		Fonte: verbale.FonteImportazione, Attore: attore, Ora: s.Eventi[0].Registrato, Punti: s.Stato.Punti, Posizioni: s.Stato.Posizioni,
		Rilievo: conseguenze.Rilievo{Reparto: prima.celle[ruoloReparto], Targa: targaDi(prima.celle[ruoloTarga]),
			TargaScritta: targa.Scritta(prima.celle[ruoloTarga]), Note: prima.celle[ruoloNote],
			DataViolazione: prima.istante(), SenzaOra: prima.celle[ruoloOra] == "", DataAccertamento: giorno,
			Luogo: conseguenze.Luogo{Indirizzo: prima.celle[ruoloIndirizzo]}, Contestato: contestato},
		Violazioni: []conseguenze.Violazione{{VersioneTabella: versioneTabella, VelocitaDecimi: prima.Velocita, LimiteDecimi: prima.Limite,
			Sanzione: sanzione.Sanzione{Articolo: prima.celle[ruoloArticolo], Comma: prima.celle[ruoloComma], MinCent: prima.ImportoCent,
				Punti: prima.punti(), PagamentoRidotto: true}}},
	}
	if contestato {
		n.DataContestazione = giorno
	}
	if d := prima.dispositivo(); d != nil {
		n.Dispositivo = &conseguenze.Dispositivo{Tipo: d.Tipo, Matricola: d.Matricola, Approvazione: d.Approvazione, Taratura: d.Taratura}
	}
	return scrittura.Storia{Nuovo: n, Eventi: s.Eventi}
}

// inserito is the line of the insertion.
func (s *Storia) inserito() *Riga { return s.Caso.inserito() } // there is one: ordina

// obiezione says what today's rules of the fine have against an event, by its name and in words; empty
// when they have nothing. That our own procedure has steps which the other system did not know (who
// validates, who is asked for the owner) is no objection.
func obiezione(prima vita.Stato, e vita.Evento) string {
	var regola string
	switch e.Tipo() {
	case verbale.EventoRidottoDecorso, verbale.EventoIscrittoARuolo:
		if regola = prima.Fermo(e.Posizione); prima.DebitoChiuso() {
			regola = "il debito è chiuso"
		}
	default:
		regola = vita.Obiezione(prima, e)
	}
	if regola == "" {
		return ""
	}
	return string(e.Tipo()) + ": " + regola
}
