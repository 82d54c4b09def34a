package tabella

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Qualunque is the Base of an import that nobody has previewed: whatever the present version is.
const Qualunque = -1

const (
	// NotaMassima is how long the note of an import may be, in characters.
	NotaMassima = 500
	// tabellaVera is how many rows a table must have for half of them to be worth a question.
	tabellaVera = 20
)

// Importazione is a file to be imported. Base is the version that its preview was made on; Forza lets
// it touch days gone by; Nota says why.
type Importazione struct {
	Quale
	File  []byte
	Base  int
	Forza bool
	Nota  string
}

// Anteprima says what importing a file would change, and writes nothing. The error names line and column of each fault of the
// file.
func (s *Servizio) Anteprima(ctx context.Context, q Quale, file []byte) (Rapporto, error) {
	if err := importabile(q, file); err != nil {
		return Rapporto{}, err
	}
	libera, err := s.turno(ctx)
	if err != nil {
		return Rapporto{}, err
	}
	defer libera()
	stato, err := s.Stato(ctx, q)
	if err != nil {
		return Rapporto{}, err
	}
	righe, err := s.Store.Righe(ctx, q.conservata(), stato.Versione)
	if err != nil {
		return Rapporto{}, err
	}
	r, _, err := s.esamina(q, file, presente{Versione: stato.Versione, Righe: righe})
	return r, err
}

// AnteprimaConEffetti is Anteprima with what the change means for the fines of the commands, as far as they can be read in
// time. It takes up to a quarter of a minute.
func (s *Servizio) AnteprimaConEffetti(ctx context.Context, q Quale, file []byte) (Rapporto, error) {
	r, err := s.Anteprima(ctx, q, file)
	if err == nil {
		r.Effetti, err = s.effetti(ctx, r)
	}
	return r, err
}

// Importa makes a file the next version of a table; a file without changes makes no version. It refuses a file previewed on an
// older version (TABELLA_CAMBIATA) and, unless forced, a change of past days (MODIFICA_RETROATTIVA) or the loss of more than
// half of the table (TABELLA_SVUOTATA).
func (s *Servizio) Importa(ctx context.Context, i Importazione) (Rapporto, error) {
	i.Nota = strings.TrimSpace(i.Nota)
	if err := i.valida(); err != nil {
		return Rapporto{}, err
	}
	libera, err := s.turno(ctx)
	if err != nil {
		return Rapporto{}, err
	}
	defer libera()
	return s.importa(ctx, i, func(p presente) (Rapporto, *scrittura, error) { return s.esamina(i.Quale, i.File, p) })
}

// esame finds what a new version changes of the present one.
type esame func(presente) (Rapporto, *scrittura, error)

func (s *Servizio) importa(ctx context.Context, i Importazione, esamina esame) (r Rapporto, err error) {
	err = s.Store.Importa(ctx, i.conservata(), func(p presente) (*scrittura, error) {
		if i.Base != Qualunque && i.Base != p.Versione {
			return nil, cambiata(i.Base, p.Versione)
		}
		esito, n, err := esamina(p)
		r = esito
		switch {
		case err != nil:
			return nil, err
		case esito.Rapporto.Vuoto():
			r.Esito = EsitoInvariata
			return nil, nil //nolint:nilnil // nothing to write
		case len(esito.Retroattive) > 0 && !i.Forza:
			return nil, retroattiva(esito.Retroattive)
		case esito.Svuota && !i.Forza:
			return nil, svuotata(len(esito.Rapporto.Tolte))
		}
		r.Esito, r.Versione, n.nota = EsitoCaricata, p.Versione+1, i.Nota
		return n, nil
	})
	return r, err
}

func (i Importazione) valida() error {
	var g voce.Guasti
	g.Testo("nota", i.Nota, NotaMassima)
	return voce.Unisci(importabile(i.Quale, i.File), g)
}

func importabile(q Quale, file []byte) error {
	nome := q.Nome
	if nome == Reparti {
		return problem.Conflitto("TABELLA_DI_SOLA_LETTURA", "I reparti si cambiano dalla loro pagina, uno alla volta.")
	}
	if _, err := genereDi(nome); err != nil {
		return err
	}
	if DelTenant(nome) && q.Tenant == "" {
		return problem.CampoNonValido("tenant", "manca: la tabella "+nome+" è di un comando")
	}
	return controlla(nome, file)
}

// esamina reads a file and compares it with the present rows.
func (s *Servizio) esamina(q Quale, file []byte, p presente) (Rapporto, *scrittura, error) {
	g, err := genereDi(q.Nome)
	if err != nil {
		return Rapporto{}, nil, err
	}
	prima, err := g.rileggi(p.Righe)
	if err != nil {
		return Rapporto{}, nil, errors.Join(errors.New("tabella: righe conservate"), err)
	}
	dopo, avvisi, err := g.carica(file, prima)
	if err != nil {
		return Rapporto{}, nil, Guasti(err)
	}
	if len(dopo.righe) == 0 {
		return Rapporto{}, nil, FileErrato(problem.Campo{Campo: CampoFile, Messaggio: "non ha righe oltre alla testata"})
	}
	return s.confronta(g, p.Versione, prima, dopo, avvisi)
}

func (s *Servizio) confronta(g genere, versione int, prima, dopo contenuto, avvisi []string) (Rapporto, *scrittura, error) {
	d := foglio.Tra(g.colonne, prima.righe, dopo.righe)
	r := Rapporto{Esito: EsitoAnteprima, Versione: versione, Rapporto: d, Retroattive: []foglio.Variazione{}, Avvisi: append([]string{}, avvisi...),
		Raffronti: raffronti(g.colonne, d, prima.righe, dopo.righe), dopo: dopo.violazioni}
	if g.retroattive != nil && versione > 0 {
		r.Retroattive = append(r.Retroattive, g.retroattive(d, s.Oggi())...)
	}
	if n := len(d.Tolte); n > 0 {
		r.Avvisi = append(r.Avvisi, mancanti(n))
		if 2*n > len(prima.righe) && len(prima.righe) >= tabellaVera {
			r.Svuota = true
			r.Avvisi = append(r.Avvisi, "ATTENZIONE: è più della metà della tabella. Il file sembra una parte soltanto.")
		}
	}
	return r, &scrittura{impronta: dopo.impronta, righe: len(dopo.righe), rapporto: d, nuove: nuove(d, dopo.righe), chiuse: chiuse(d)}, nil
}

func mancanti(n int) string {
	if n == 1 {
		return "Manca nel file, e quindi verrà tolta, 1 riga presente."
	}
	return fmt.Sprintf("Mancano nel file, e quindi verranno tolte, %d righe presenti.", n)
}

// nuove are the rows that a version brings: those added, and those changed as they are now.
func nuove(d foglio.Rapporto, dopo []foglio.Datata) []foglio.Datata {
	chiavi := map[string]bool{}
	for _, v := range append(append([]foglio.Variazione{}, d.Aggiunte...), d.Modificate...) {
		chiavi[v.Chiave] = true
	}
	tutte := make([]foglio.Datata, 0, len(chiavi))
	for _, r := range dopo {
		if chiavi[r.Chiave()] {
			tutte = append(tutte, r)
		}
	}
	return tutte
}

// chiuse are the keys of the rows of which a version is the end.
func chiuse(d foglio.Rapporto) []string {
	chiavi := []string{}
	for _, v := range d.Modificate {
		chiavi = append(chiavi, v.Chiave)
	}
	for _, v := range d.Tolte {
		chiavi = append(chiavi, v.Chiave)
	}
	return chiavi
}

// retroattiva is the refusal of an import that touches days gone by.
func retroattiva(quali []foglio.Variazione) error {
	quante := voce.Quanti(int64(len(quali)), "riga già applicata", "righe già applicate")
	if len(quali) == 1 {
		quante += " (" + quali[0].Chiave + ")"
	}
	e := problem.Conflitto(CodiceRetroattiva, "Il file cambia "+quante+": gli importi dei giorni passati spiegano le decisioni di allora. "+
		"Se è davvero una correzione, confermarla espressamente.")
	for _, v := range quali[:min(len(quali), GuastiMassimi)] {
		e.Campi = append(e.Campi, problem.Campo{Campo: v.Chiave, Messaggio: "vale dal " + v.Decorrenza.Italiano() + ": " + celle(v.Campi)})
	}
	return e
}

// svuotata is the refusal of a file that looks like a part of the table.
func svuotata(tolte int) error {
	return problem.Conflitto(CodiceSvuotata, "Il file toglie "+voce.Quanti(int64(tolte), "riga presente", "righe presenti")+
		", più della metà della tabella: sembra una parte soltanto. Se è davvero tutta, confermarlo espressamente.")
}

// The refusals that forza overrules.
const (
	CodiceRetroattiva = "MODIFICA_RETROATTIVA"
	CodiceSvuotata    = "TABELLA_SVUOTATA"
)

// celle says which cells a change touches.
func celle(campi []foglio.Campo) string {
	nomi := make([]string, len(campi))
	for i, c := range campi {
		nomi[i] = c.Nome
	}
	return "cambiano " + strings.Join(nomi, ", ")
}
