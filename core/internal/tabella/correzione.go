package tabella

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// notaCorrezione is why the program has loaded a version.
const notaCorrezione = "Tabella corretta, compresa nel programma: che cosa è cambiato e perché lo dice «core tabelle correzioni»."

// Correggi brings to the table of violations what the program carries otherwise than it did when the platform was given its
// own: rows that were wrong, rows that were missing, codes that were divided. What somebody has changed since then stays as
// he has it, and is named in the report. It is a version like every other, with its fact: the services take it up as they
// run. With prova nothing is written. A table that the program never loaded is not its to correct.
func (s *Servizio) Correggi(ctx context.Context, prova bool) (Rapporto, error) {
	q := Quale{Nome: Violazioni}
	libera, err := s.turno(ctx)
	if err != nil {
		return Rapporto{}, err
	}
	defer libera()
	stato, err := s.Stato(ctx, q)
	if err != nil || stato.Versione == 0 {
		return Rapporto{Esito: EsitoInvariata}, err
	}
	mani, err := s.Store.Mani(ctx, q)
	if err != nil {
		return Rapporto{}, err
	}
	if !slices.ContainsFunc(mani, func(m mano) bool { return m.Attore == Preparazione }) {
		return Rapporto{Esito: EsitoInvariata, Versione: stato.Versione}, nil
	}
	corregge := func(p presente) (Rapporto, *scrittura, error) { return s.correzione(p, mani) }
	if prova {
		righe, err := s.Store.Righe(ctx, q, stato.Versione)
		if err != nil {
			return Rapporto{}, err
		}
		r, _, err := corregge(presente{Versione: stato.Versione, Righe: righe})
		return r, err
	}
	ctx = auth.With(ctx, auth.Identity{User: Preparazione})
	return s.importa(ctx, Importazione{Quale: q, Base: stato.Versione, Forza: true, Nota: notaCorrezione}, corregge)
}

// correzione compares the present rows with those that they become.
func (s *Servizio) correzione(p presente, mani []mano) (Rapporto, *scrittura, error) {
	g := genereViolazioni()
	prima, err := g.rileggi(p.Righe)
	if err != nil {
		return Rapporto{}, nil, err
	}
	righe, avvisi := unisci(prima.violazioni.Tutte(), sanzione.Iniziale().Tutte(), mani)
	dopo, err := letto[sanzione.Sanzione](sanzione.Nuova(righe))
	if err != nil {
		return Rapporto{}, nil, Guasti(err)
	}
	return s.confronta(g, p.Versione, prima, dopo, avvisi)
}

// voci is the rows of one codice on both sides, and what others than the program have done to it.
type voci struct {
	articolo         string
	presenti, giuste []sanzione.Sanzione
	aggiunte         map[string]bool // by key: rows that somebody added
	tolte            bool            // somebody changed or took away a row of the program
}

// toccata reports a codice that somebody has changed.
func (v *voci) toccata() bool { return v.tolte || len(v.aggiunte) > 0 }

// divisa reports a codice that the correction divides.
func (v *voci) divisa() bool { return len(v.giuste) > 0 && v.giuste[0].Ritirata() }

// seguita are the right rows and, after them, those that somebody has only added: a decree; nil where they do not come
// after.
func (v *voci) seguita() []sanzione.Sanzione {
	if v.tolte || len(v.giuste) == 0 || v.divisa() {
		return nil
	}
	righe := slices.Clone(v.giuste)
	for _, s := range v.presenti {
		if !v.aggiunte[s.Chiave()] {
			continue
		}
		for _, g := range v.giuste {
			if !s.ValidoDa.After(g.ValidoDa) || !g.ValidoA.IsZero() && !s.ValidoDa.After(g.ValidoA) {
				return nil
			}
		}
		righe = append(righe, s)
	}
	return righe
}

// unisci gives the present rows with those of the program in place of its own earlier ones. A codice that somebody has
// changed stays; where the correction divides it, or it is there no more, its article stays whole, because its rows name each
// other.
func unisci(presenti, giuste []sanzione.Sanzione, mani []mano) (righe []sanzione.Sanzione, avvisi []string) {
	tutte := perCodice(presenti, giuste, mani)
	intatti := map[string]bool{} // articles that stay
	for _, v := range tutte {
		if v.toccata() && v.seguita() == nil && (v.divisa() || len(v.presenti) == 0) {
			intatti[v.articolo] = true
		}
	}
	var lasciati, seguiti []string
	for _, codice := range slices.Sorted(maps.Keys(tutte)) {
		v := tutte[codice]
		switch dopo := v.seguita(); {
		case intatti[v.articolo]:
			righe = append(righe, v.presenti...)
		case !v.toccata():
			righe = append(righe, v.giuste...)
		case dopo != nil:
			righe, seguiti = append(righe, dopo...), append(seguiti, codice)
		default:
			righe, lasciati = append(righe, v.presenti...), append(lasciati, codice)
		}
	}
	return righe, lasciatiDetti(slices.Sorted(maps.Keys(intatti)), lasciati, seguiti)
}

// perCodice puts the rows of both sides together.
func perCodice(presenti, giuste []sanzione.Sanzione, mani []mano) map[string]*voci {
	tutte := map[string]*voci{}
	di := func(codice string) *voci {
		if tutte[codice] == nil {
			tutte[codice] = &voci{aggiunte: map[string]bool{}}
		}
		return tutte[codice]
	}
	for _, s := range presenti {
		v := di(s.Codice)
		v.articolo, v.presenti = s.Articolo, append(v.presenti, s)
	}
	for _, s := range giuste {
		v := di(s.Codice)
		v.articolo, v.giuste = s.Articolo, append(v.giuste, s)
	}
	for _, m := range mani {
		v, c := tutte[CodiceDi(m.Chiave)]
		if !c {
			continue // a codice that is on neither side any more
		}
		switch {
		case m.Attore != Preparazione && m.ToltaDa == "":
			v.aggiunte[m.Chiave] = true
		case m.Attore == Preparazione && m.ToltaDa != "" && m.ToltaDa != Preparazione:
			v.tolte = true
		}
	}
	return tutte
}

// lasciatiDetti names the rows that the correction leaves as a person changed them.
func lasciatiDetti(articoli, codici, seguiti []string) []string {
	var avvisi []string
	dice := func(quali []string, frase string) {
		if len(quali) > 0 {
			avvisi = append(avvisi, fmt.Sprintf(frase, strings.Join(quali, ", ")))
		}
	}
	dice(articoli, "Restano come sono, perché ne è stata cambiata una riga che la correzione divide o che non c'è più, gli articoli: %s.")
	dice(codici, "Restano come sono, perché sono state cambiate, le righe di: %s.")
	dice(seguiti, "Sono corrette e seguite da importi caricati dopo, che sono da controllare, le righe di: %s.")
	return avvisi
}
