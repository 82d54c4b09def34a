package storico

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const (
	esempiAlPiu  = 20 // of each kind of anomaly
	rifiutiAlPiu = 100
)

// Rapporto is the reconciliation of an import: what the file holds, summed over its lines whatever was
// already known, and what became of it.
type Rapporto struct {
	Tenant    string `json:"tenant"`
	File      string `json:"file"`
	Formato   string `json:"formato"`
	Prova     bool   `json:"prova"` // nothing was written: nuovi would be
	Casi      int    `json:"casi"`
	Nuovi     int    `json:"nuovi"`
	Noti      int    `json:"noti"`      // there already, with the same lines
	Diversi   int    `json:"diversi"`   // there already, with other lines: not changed
	Rifiutati int    `json:"rifiutati"` // could not be taken in

	Eventi        int                        `json:"eventi"`        // lines of the file
	EventiPerTipo map[string]int             `json:"eventiPerTipo"` // by activity, as the file calls it
	Registrati    map[verbale.TipoEvento]int `json:"registrati"`    // by our event, those deduced included
	ImportiCent   importo.Cent               `json:"importiCent"`   // of all lines that carry an amount
	ImportiPer    map[string]importo.Cent    `json:"importiPerTipo"`
	SpeseCent     importo.Cent               `json:"speseCent"`
	VersatoCent   importo.Cent               `json:"versatoCent"`
	Dal           calendario.Giorno          `json:"dal"`
	Al            calendario.Giorno          `json:"al"`

	Anomalie        int                          `json:"anomalie"`
	AnomaliePerTipo map[verbale.TipoAnomalia]int `json:"anomaliePerTipo"`
	Esempi          []Anomalia                   `json:"esempi"`  // the first of each kind
	Rifiuti         []Rifiuto                    `json:"rifiuti"` // the first
	// RegoleDiOggi counts, by event and rule, what today's law would object to the histories. They keep
	// their amounts and days.
	RegoleDiOggi map[string]int `json:"regoleDiOggi"`
	Guasto       string         `json:"guasto,omitempty"` // why the reading stopped
	Secondi      int            `json:"secondi"`
}

// The anomalies of cases that were not taken in.
const (
	AnomaliaRifiuto = "CASO_RIFIUTATO"
	AnomaliaDiverso = "CONTENUTO_DIVERSO"
)

func nuovoRapporto() *Rapporto {
	return &Rapporto{EventiPerTipo: map[string]int{}, Registrati: map[verbale.TipoEvento]int{}, ImportiPer: map[string]importo.Cent{},
		AnomaliePerTipo: map[verbale.TipoAnomalia]int{}, Esempi: []Anomalia{}, Rifiuti: []Rifiuto{}, RegoleDiOggi: map[string]int{}}
}

// letto adds the lines of a case.
func (r *Rapporto) letto(c *Caso) {
	r.Casi++
	for i := range c.Righe {
		x := &c.Righe[i]
		attivita := x.celle[ruoloAttivita]
		r.Eventi++
		r.EventiPerTipo[attivita]++
		r.ImportiCent += x.ImportoCent
		if x.celle[ruoloImporto] != "" {
			r.ImportiPer[attivita] += x.ImportoCent
		}
		r.SpeseCent += x.SpeseCent
		r.VersatoCent += x.VersatoCent
		if r.Dal.IsZero() || x.Giorno.Before(r.Dal) {
			r.Dal = x.Giorno
		}
		if x.Giorno.After(r.Al) {
			r.Al = x.Giorno
		}
	}
}

// tradotto adds the remarks made while a case was turned into events.
func (r *Rapporto) tradotto(s *Storia) {
	for i := range s.Eventi {
		r.Registrati[s.Eventi[i].Tipo()]++
	}
	for _, a := range s.Anomalie {
		r.anomalia(a)
	}
	for _, o := range s.Obiezioni {
		r.RegoleDiOggi[o]++
	}
}

func (r *Rapporto) anomalia(a Anomalia) {
	r.Anomalie++
	r.AnomaliePerTipo[a.Tipo]++
	r.Esempi = append(r.Esempi, a)
}

func (r *Rapporto) rifiutato(x Rifiuto) {
	r.Rifiutati++
	r.Rifiuti = append(r.Rifiuti, x)
	r.Anomalie++
	r.AnomaliePerTipo[AnomaliaRifiuto]++
}

// diverso notes a case recorded with other lines: the recorded one stays.
func (r *Rapporto) diverso(s *Storia) {
	r.Diversi++
	r.anomalia(Anomalia{Tipo: AnomaliaDiverso, Caso: s.Caso.Chiave, Riga: s.Caso.Righe[0].Linea,
		Testo: "è già presente con righe diverse: resta com'è"})
}

// ordina puts what several hands have written into the order of the file, and keeps the first of it.
func (r *Rapporto) ordina() {
	slices.SortFunc(r.Esempi, func(a, b Anomalia) int {
		return cmp.Or(cmp.Compare(a.Tipo, b.Tipo), cmp.Compare(a.Riga, b.Riga), strings.Compare(a.Testo, b.Testo))
	})
	quanti := map[verbale.TipoAnomalia]int{}
	r.Esempi = slices.DeleteFunc(r.Esempi, func(a Anomalia) bool {
		quanti[a.Tipo]++
		return quanti[a.Tipo] > esempiAlPiu
	})
	slices.SortFunc(r.Rifiuti, func(a, b Rifiuto) int { return cmp.Compare(a.Riga, b.Riga) })
	r.Rifiuti = r.Rifiuti[:min(len(r.Rifiuti), rifiutiAlPiu)]
}

// Testo is the report as a person reads it.
func (r *Rapporto) Testo() string {
	var b strings.Builder
	scrivi := func(formato string, valori ...any) { fmt.Fprintf(&b, formato+"\n", valori...) }
	scrivi("%s di %s in %s, formato %s%s", map[bool]string{false: "Importazione", true: "Prova di importazione"}[r.Prova],
		r.File, r.Tenant, r.Formato, map[bool]string{true: ": non è stato scritto nulla"}[r.Prova])
	if r.Guasto != "" {
		scrivi("Lettura interrotta: %s", r.Guasto)
	}
	scrivi("Casi: %d (nuovi %d, già presenti %d, presenti con righe diverse %d, rifiutati %d)", r.Casi, r.Nuovi, r.Noti, r.Diversi, r.Rifiutati)
	scrivi("Eventi: %d, %s %s", r.Eventi, r.Dal.Detto("dal"), r.Al.Detto("al"))
	elenco(&b, r.EventiPerTipo)
	scrivi("Importi %s, spese %s, versato %s", r.ImportiCent.Euro(), r.SpeseCent.Euro(), r.VersatoCent.Euro())
	scrivi("Anomalie: %d", r.Anomalie)
	elenco(&b, r.AnomaliePerTipo)
	for _, a := range r.Esempi {
		scrivi("  riga %d, caso %s, %s: %s", a.Riga, a.Caso, a.Tipo, a.Testo)
	}
	for _, x := range r.Rifiuti {
		scrivi("  %s, caso %s, rifiutato: %s", x.dove(), x.Caso, x.Motivo)
	}
	if len(r.RegoleDiOggi) > 0 {
		scrivi("Ciò che le regole di oggi non ammetterebbero (importi, date e ordine restano quelli del file):")
		elenco(&b, r.RegoleDiOggi)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// elenco writes counts, the largest first.
func elenco[K ~string](b *strings.Builder, conti map[K]int) {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	chiavi := slices.SortedFunc(maps.Keys(conti), func(x, y K) int { return cmp.Or(conti[y]-conti[x], cmp.Compare(x, y)) })
	for _, k := range chiavi {
		_, _ = fmt.Fprintf(t, "  %s\t%d\n", k, conti[k])
	}
	_ = t.Flush() // into memory
}
