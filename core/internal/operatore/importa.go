package operatore

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/credenziale"
	"github.com/piattaforma-verbali/verbali/core/internal/reparto"
	"github.com/piattaforma-verbali/verbali/core/internal/ruolo"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

const (
	fileMassimo   = 64 << 20 // bytes; only the usernames of a file stay in memory
	perLotto      = 500      // rows checked and written at once
	erroriMassimi = 100      // named in the answer; the others are counted
)

// Importazione is what an import is asked for. Prova checks everything and writes nothing.
type Importazione struct {
	Tenant string
	Prova  bool
}

// Importati is what an import did.
type Importati struct{ Creati, Presenti int }

// importato is an account of the file, with where it stands in it.
type importato struct {
	Operatore
	riga int
}

// Importa adds to a tenant the accounts of a CSV file with the H of their passwords: nobody is asked
// for a new one. Either every row is good and all are written, or none is and the faults are named by
// line and column. Rows imported before are harmless, also when their H has been strengthened since.
func (s *Servizio) Importa(ctx context.Context, i Importazione, file io.Reader) (Importati, error) {
	if i.Tenant == "" {
		return Importati{}, problem.CampoNonValido("tenant", "manca")
	}
	t, err := nuovaTabella(file)
	if err != nil {
		return Importati{}, err
	}
	return s.Store.Importa(ctx, i, func(dove luoghi, scrivi func([]importato, *errori) error) error {
		l := lettura{tabella: t, tenant: i.Tenant, dove: dove, visti: map[string]int{}}
		return l.tutta(scrivi)
	})
}

// luoghi are the departments and integrators that accounts of the tenant may have.
type luoghi struct {
	reparti     map[string]bool
	integratori map[string]string // name to id
	ruoli       []ruolo.Ruolo     // that the tenant made itself
}

// lettura is a file being read.
type lettura struct {
	*tabella
	tenant string
	dove   luoghi
	visti  map[string]int // usernames read, with their line
	errori errori
}

// tutta reads the file to its end and gives batches of rows to scrivi, which keeps nothing once a row
// was wrong.
func (l *lettura) tutta(scrivi func([]importato, *errori) error) error {
	lotto := make([]importato, 0, perLotto)
	for {
		o, fine := l.prossima(&l.errori)
		if fine {
			break
		}
		o.Tenant = l.tenant
		l.controlla(o)
		if lotto = append(lotto, o); len(lotto) == perLotto {
			if err := scrivi(lotto, &l.errori); err != nil {
				return err
			}
			lotto = lotto[:0]
		}
	}
	if err := scrivi(lotto, &l.errori); err != nil {
		return err
	}
	return l.errori.esito()
}

var formaReparto = regexp.MustCompile(reparto.FormaCodice)

// controlla notes the errors of a row: its own, against the rows before it, and against the tenant.
func (l *lettura) controlla(o importato) {
	male := func(vero bool, colonna, messaggio string) {
		if vero {
			l.errori.nota(o.riga, colonna, messaggio)
		}
	}
	if p := problem.As(o.valida(l.dove.ruoli)); p != nil {
		for _, c := range p.Campi {
			male(c.Campo != "tenant", c.Campo, c.Messaggio)
		}
	}
	male(slices.Contains(o.Ruoli, auth.RuoloPiattaforma), "ruoli", auth.RuoloPiattaforma+" non si importa")
	male(!credenziale.Antica(o.Impronta), "impronta", "128 cifre esadecimali, con le lettere maiuscole")
	male(o.Reparto != "" && !l.dove.reparti[o.Reparto], "reparto", nominabile(o.Reparto, formaReparto)+"non è un reparto attivo del tenant")
	_, noto := l.dove.integratori[o.Integratore]
	male(o.Integratore != "" && !noto, "integratore", "non è registrato")
	prima, doppio := l.visti[o.Username]
	male(doppio && o.Username != "", "username", fmt.Sprintf("%sè già alla riga %d", nominabile(o.Username, formaUsername), prima))
	if !doppio {
		l.visti[o.Username] = o.riga
	}
}

// nominabile repeats a value that has the shape it should have.
func nominabile(valore string, forma *regexp.Regexp) string {
	if forma.MatchString(valore) {
		return valore + " "
	}
	return ""
}

// confrontabile is a row as the database would return it: with the department that salted the password.
func (o Operatore) confrontabile() []voce.Campo {
	campi := o.campi()
	campi[0].Valore = o.RepartoSale
	return campi
}

// diverso notes how an account that is there already differs from its row.
func diverso(nuovo importato, presente Operatore, e *errori) {
	if presente.Tenant != nuovo.Tenant {
		e.nota(nuovo.riga, "username", nuovo.Username+" è già usato")
		return
	}
	chiesti, presenti := nuovo.confrontabile(), presente.confrontabile()
	if credenziale.Antica(presente.Impronta) { // a protected one may be of this H or of a newer password: it stays
		chiesti = append(chiesti, voce.Campo{Nome: "impronta", Valore: nuovo.Impronta})
		presenti = append(presenti, voce.Campo{Nome: "impronta", Valore: presente.Impronta})
	}
	if p := problem.As(voce.Diversa("L'operatore", nuovo.Username, chiesti, presenti)); p != nil {
		for _, c := range p.Campi {
			e.nota(nuovo.riga, c.Campo, nuovo.Username+" "+c.Messaggio)
		}
	}
}

// errori are the faults of a file; the first ones are named.
type errori struct {
	campi []problem.Campo
	tutti int
}

func (e *errori) nota(riga int, colonna, messaggio string) {
	e.tutti++
	if len(e.campi) < erroriMassimi {
		e.campi = append(e.campi, problem.Campo{Campo: fmt.Sprintf("riga %d, %s", riga, colonna), Messaggio: messaggio})
	}
}

// rigaDi is the line of the file that a fault is on.
func rigaDi(c problem.Campo) (n int) {
	_, _ = fmt.Sscanf(c.Campo, "riga %d,", &n) // what names no line comes first
	return n
}

// esito is nil when nothing was wrong.
func (e *errori) esito() error {
	if e.tutti == 0 {
		return nil
	}
	p := problem.Nuovo(problem.BadRequest, "FILE_NON_VALIDO", "File non valido", "")
	slices.SortStableFunc(e.campi, func(a, b problem.Campo) int { return cmp.Compare(rigaDi(a), rigaDi(b)) })
	p.Campi = e.campi
	switch {
	case e.tutti == 1:
		p.Dettaglio = "Non è stato importato nulla: " + e.campi[0].Campo + ": " + strings.TrimSuffix(e.campi[0].Messaggio, ".") + "."
	case e.tutti > len(e.campi):
		p.Dettaglio = fmt.Sprintf("Non è stato importato nulla: il file ha %d errori; i primi %d:", e.tutti, len(e.campi))
	default:
		p.Dettaglio = fmt.Sprintf("Non è stato importato nulla: il file ha %d errori:", e.tutti)
	}
	return p
}
