package domicilio

import (
	"context"
	"errors"
	"regexp"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/registri/domicili"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// tipoElenco is a list of digital domiciles.
const tipoElenco = libro.Domicilio

// The register's own lists: it takes them from so many persons, says after so long whether one is ready, and is asked no more
// after a day, well before it throws the list away.
const (
	sogliaElenco = 100
	primaAttesa  = 5 * time.Minute
	altraAttesa  = 2 * time.Minute
	allarme      = 24 * time.Hour
)

// Elenco is a list as its account reads it.
type Elenco struct {
	ID     uuid.UUID    `json:"id"`
	Stato  string       `json:"stato"`
	Totale int          `json:"totale"`
	Fatti  int          `json:"fatti"`
	Detto  string       `json:"detto,omitempty"`
	Voci   []VoceElenco `json:"voci"`
}

// VoceElenco is a person of a list with the answer so far.
type VoceElenco struct {
	CodiceFiscale string      `json:"codiceFiscale"`
	Stato         string      `json:"stato"`
	Domicili      []Domicilio `json:"domicili,omitzero"`
	Alle          time.Time   `json:"alle,omitzero"`
	Errore        string      `json:"errore,omitempty"`
}

// Accoda takes a list; it is worked in the background.
func (s Service) Accoda(ctx context.Context, q interrogazione.Richiesta, voci []interrogazione.Voce) (Elenco, error) {
	if err := s.Persone.Raggiungibile(ctx); err != nil {
		return Elenco{}, err
	}
	if _, err := s.Store.Completa(ctx, q, interrogazione.Cercate("codiciFiscali", voci)...); err != nil {
		return Elenco{}, err
	}
	limite := domicili.InElencoAllOra
	if err := s.impostazione(ctx, domicili.ChiaveInElencoAllOra, &limite); err != nil {
		return Elenco{}, err
	}
	if err := s.Store.OraElenco(ctx, s.Adesso(), len(voci), limite, q.Chi); err != nil {
		return Elenco{}, err
	}
	id := uuid.Must(uuid.NewV7())
	nuovo := interrogazione.Elenco{ID: id, Tipo: tipoElenco, Attore: q.Attore, Motivo: q.Motivo, Nota: q.Nota, Verbale: q.Verbale, Quando: s.Adesso()}
	err := s.Store.CreaElenco(ctx, nuovo, voci, event.LavoroDomicilio{IDElenco: id.String()})
	return Elenco{ID: id, Stato: interrogazione.Accodato, Totale: len(voci), Voci: []VoceElenco{}}, err
}

// Leggi gives a list to the account that asked for it. That it was read is recorded.
func (s Service) Leggi(ctx context.Context, id uuid.UUID, chi interrogazione.Chi) (Elenco, error) {
	e, voci, c, err := s.Store.Elenco(ctx, id, tipoElenco)
	if err != nil {
		return Elenco{}, err
	}
	if !c || e.Attore != chi.Attore {
		return Elenco{}, problem.NonTrovato("elenco", id.String())
	}
	righe, err := s.Store.Righe(ctx, interrogazione.Domicili, id)
	if err != nil {
		return Elenco{}, err
	}
	letto := Elenco{ID: id, Stato: e.Stato, Totale: len(voci), Detto: e.Detto, Voci: []VoceElenco{}}
	for _, v := range voci {
		voce := VoceElenco{CodiceFiscale: v.CodiceFiscale, Stato: v.Stato, Errore: v.Errore}
		if v.Stato != interrogazione.VoceInAttesa {
			letto.Fatti++
		}
		if r, c := righe[v.Risposta.UUID]; c && v.Risposta.Valid {
			esito, err := s.leggi(ctx, r)
			if err != nil {
				return Elenco{}, err
			}
			voce.Domicili, voce.Alle = esito.Domicili, esito.Alle
		}
		letto.Voci = append(letto.Voci, voce)
	}
	return letto, s.Store.LettoElenco(ctx, e, chi)
}

func (s Service) lavorazione() interrogazione.Lavorazione {
	return interrogazione.Lavorazione{Store: s.Store, Tipo: tipoElenco, Durevole: Durevole, Adesso: s.Adesso, Prima: s.insieme,
		Una: func(ctx context.Context, e interrogazione.Elenco, q interrogazione.Richiesta, v interrogazione.Voce) error {
			_, err := s.Trova(ctx, q, v.CodiceFiscale, segna(e.ID, v.Ordine))
			return err
		}}
}

func segna(elenco uuid.UUID, ordine int) Altro {
	return func(e Esito) interrogazione.Effetto {
		return interrogazione.Segna(elenco, ordine, interrogazione.VoceOK, uuid.NullUUID{UUID: e.id, Valid: true}, "")
	}
}

// perElenco are the codes that the register takes in a list: those of persons, without letters of omocodia.
var perElenco = regexp.MustCompile(`^[A-Z]{6}[0-9]{2}[A-Z][0-9]{2}[A-Z][0-9]{3}[A-Z]$`)

// insieme has the persons of a list asked for in a list of the register's own, where they are enough. The id of that list is
// kept before anything else is done with it.
func (s Service) insieme(ctx context.Context, e *interrogazione.Elenco, q interrogazione.Richiesta, voci []interrogazione.Voce) (pronto bool, err error) {
	if unoAUno(e) {
		return true, nil
	}
	if e.Esterno == "" {
		if voci, err = s.senzaRisposteDiOggi(ctx, e.ID, q, voci); err != nil {
			return false, err
		}
	}
	var persone []interrogazione.Voce
	for _, v := range voci {
		if perElenco.MatchString(v.CodiceFiscale) {
			persone = append(persone, v)
		}
	}
	soglia := s.Soglia
	if soglia == 0 {
		soglia = sogliaElenco
	}
	switch {
	case len(persone) == 0, e.Esterno == "" && len(persone) < soglia:
		return true, nil
	case e.Esterno == "":
		return s.affida(ctx, e, q, persone)
	}
	return s.ritira(ctx, e, q, persone)
}

// senzaRisposteDiOggi marks the persons who have an answer of today, and gives the others.
func (s Service) senzaRisposteDiOggi(ctx context.Context, e uuid.UUID, q interrogazione.Richiesta, voci []interrogazione.Voce) ([]interrogazione.Voce, error) {
	var restano []interrogazione.Voce
	for _, v := range voci {
		r, libera, err := s.prendi(ctx, v.CodiceFiscale)
		if err != nil {
			return nil, err
		}
		if libera != nil {
			libera()
		}
		if !r.Risposto {
			restano = append(restano, v)
			continue
		}
		if _, err := s.diOggi(ctx, q, r, segna(e, v.Ordine)); err != nil {
			return nil, err
		}
	}
	return restano, nil
}

// unoAUno reports that the register has been asked for a list that came to nothing: it keeps its instant and no id.
func unoAUno(e *interrogazione.Elenco) bool { return e.Esterno == "" && e.Chiesto != nil }

// affida asks for a list. When the register refuses the list, or answers without an id, the persons are asked for one by one.
func (s Service) affida(ctx context.Context, e *interrogazione.Elenco, q interrogazione.Richiesta, persone []interrogazione.Voce) (bool, error) {
	id, err := s.Persone.Affida(ctx, q, codiciDi(persone))
	adesso := s.Adesso()
	switch {
	case errors.Is(err, esterno.ErrRefused), errors.Is(err, esterno.ErrInvalidAnswer):
		e.Chiesto = &adesso
		return true, nil
	case err != nil:
		return false, interrogazione.Spiega(s.Persone.Nome(), err)
	}
	e.Esterno, e.Chiesto = id, &adesso
	s.aspetta(e, primaAttesa)
	return false, nil
}

func codiciDi(voci []interrogazione.Voce) (codici []string) {
	for _, v := range voci {
		codici = append(codici, v.CodiceFiscale)
	}
	return codici
}

// aspetta has a list looked at again after a while.
func (s Service) aspetta(e *interrogazione.Elenco, quanto time.Duration) {
	dopo := s.Adesso().Add(quanto)
	e.Prossimo, e.Detto = &dopo, s.Persone.Nome()+" sta preparando l'elenco."
}

// ritira takes a finished list. When the register has lost the list, has not made it in a day, or its answer cannot be trusted,
// the persons are asked for one by one.
func (s Service) ritira(ctx context.Context, e *interrogazione.Elenco, q interrogazione.Richiesta, persone []interrogazione.Voce) (bool, error) {
	voci, pronto, err := s.Persone.Ritira(ctx, q, e.Esterno, codiciDi(persone))
	if err == nil && !pronto && s.Adesso().Sub(*e.Chiesto) < allarme {
		s.aspetta(e, altraAttesa)
		return false, nil
	}
	if err == nil && pronto {
		return true, s.distribuisci(ctx, e.ID, q, persone, voci)
	}
	if err != nil && !errors.Is(err, esterno.ErrNotFound) && !errors.Is(err, esterno.ErrInvalidAnswer) && !errors.Is(err, esterno.ErrRefused) {
		return false, interrogazione.Spiega(s.Persone.Nome(), err)
	}
	e.Esterno = "" // unoAUno from now on
	return true, nil
}

// distribuisci writes the answer of each person of the register's list, as if each had been asked alone. A person whose entry
// cannot be read is then asked alone.
func (s Service) distribuisci(ctx context.Context, elenco uuid.UUID, q interrogazione.Richiesta, persone []interrogazione.Voce, per map[string]Risposta) error {
	for _, v := range persone {
		r, libera, err := s.prendi(ctx, v.CodiceFiscale)
		switch {
		case err != nil:
			return err
		case r.Risposto:
			_, err = s.diOggi(ctx, q, r, segna(elenco, v.Ordine))
		case libera != nil:
			x := per[v.CodiceFiscale]
			if x.illeggibile() {
				libera()
				continue
			}
			l := lettura{contenuto: contenuto{Domicili: x.Domicili}, impronta: x.Impronta, dichiarato: x.Alle}
			l.paga(x)
			l.scartati(s.Persone.Nome(), x.Scartati)
			_, err = s.scrivi(ctx, q, r, l, segna(elenco, v.Ordine))
			libera()
		default:
			err = problem.NonDisponibile("INTERROGAZIONE_IN_CORSO", "Il domicilio di una persona dell'elenco si sta già chiedendo.")
		}
		if err != nil {
			return err
		}
	}
	return nil
}
