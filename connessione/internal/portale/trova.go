package portale

import (
	"context"
	"fmt"
	"slices"

	"github.com/piattaforma-verbali/verbali/connessione/internal/freno"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// domanda is a search by key: its name in the audit, and what it reads of a fine.
type domanda struct {
	azione string
	parti  lettore.Parti
}

// trovato is a fine that a key found: the position whose price is asked, and whether the fine is of somebody else than
// the citizen who asks.
type trovato struct {
	verbale *lettura.Verbale
	sua     func(lettura.Posizione) bool
	altrui  bool
}

// trova finds the fines of a key that the caller may reach, newest first; none is 404. The command reaches all. By number,
// series and plate, which anybody can try in sequence, a citizen reaches only the fines of a person with the account's tax
// code; the key of the whole paper opens any other fine too, in the anonymous page's view. An incomplete key is a 400 that
// names the missing fields, whether or not the fine exists; wrong keys are limited by account and, when complete, by address.
func (s *Service) trova(ctx context.Context, r domanda, chi Chiamante, k Chiave) ([]trovato, error) {
	letta, err := k.leggi()
	if err != nil {
		return nil, err
	}
	tutti, err := s.Verbali.PerChiave(ctx, letta.Chiave, r.parti)
	if err != nil {
		return nil, err
	}
	var suoi, altrui []trovato
	for i := range tutti {
		v := &tutti[i]
		t := trovato{verbale: v, sua: chi.suo}
		if letta.IUV != "" {
			t.sua = posizioneDi(v, letta.IUV)
		}
		switch {
		case !letta.corrisponde(v), !targa.Digitata(k.Targa, v.TargaScritta):
		case chi.comando(), slices.ContainsFunc(v.Posizioni, chi.suo):
			suoi = append(suoi, t)
		default:
			t.altrui = true
			altrui = append(altrui, t)
		}
	}
	if len(suoi) > 0 || chi.comando() {
		return suoi, s.registraRicerca(ctx, r, chi, letta, suoi)
	}
	return s.trovaAltrui(ctx, r, chi, letta, altrui)
}

// trovaAltrui judges a citizen's key that found none of his fines. An incomplete key guesses nothing: it counts on the account
// alone, not on the address, which others may share.
func (s *Service) trovaAltrui(ctx context.Context, r domanda, chi Chiamante, k chiave, trovati []trovato) ([]trovato, error) {
	mancano := k.manca()
	giusta := len(trovati) > 0 && len(mancano) == 0
	var reti []freno.Soglia
	if len(mancano) == 0 {
		reti = s.Freni.rete(chi.Indirizzo)
	}
	rallenta, err := s.giudicaUtenza(ctx, giusta, chi.User, reti)
	if err != nil {
		return nil, err
	}
	if rallenta {
		if err := s.registraVana(ctx, r, chi, k, esitoRallentato); err != nil {
			return nil, err
		}
	}
	if len(mancano) > 0 {
		if err := s.registraVana(ctx, r, chi, k, esitoIncompleta); err != nil {
			return nil, err
		}
		return nil, problem.NonValido(mancano...)
	}
	return trovati, s.registraRicerca(ctx, r, chi, k, trovati)
}

// giudica is freno.Giudica, counted.
func (s *Service) giudica(porta string, giusta bool, soglie []freno.Soglia) (rallenta bool, err error) {
	rallenta, err = freno.Giudica(giusta, soglie...)
	s.contaTentativo(porta, giusta, err)
	return rallenta, err
}

// giudicaUtenza is giudica for an account, over all replicas, and then for its networks.
func (s *Service) giudicaUtenza(ctx context.Context, giusta bool, utenza string, reti []freno.Soglia) (rallenta bool, err error) {
	rallenta, err = s.Freni.utenza.Giudica(ctx, giusta, utenza)
	if err == nil {
		var anche bool
		anche, err = freno.Giudica(giusta, reti...)
		rallenta = rallenta || anche
	}
	s.contaTentativo(portaUtenza, giusta, err)
	return rallenta, err
}

// contaTentativo counts an answered wrong key and a key that has to wait; other errors count as neither.
func (s *Service) contaTentativo(porta string, giusta bool, err error) {
	switch {
	case problem.Is(err, "TROPPE_RICHIESTE"):
		s.Misure.tentativo(porta, esitoRallentato)
	case err == nil && !giusta:
		s.Misure.tentativo(porta, esitoNonTrovato)
	}
}

func (r domanda) accesso(chi Chiamante) db.Access {
	return db.Access{Attore: chi.User, Azione: r.azione, OggettoTipo: "verbale", Motivo: "portale", Indirizzo: chi.Indirizzo}
}

// registraRicerca writes one audit line for each fine found; without any, one line with the key of the search, and the 404.
func (s *Service) registraRicerca(ctx context.Context, r domanda, chi Chiamante, k chiave, trovati []trovato) error {
	if len(trovati) == 0 {
		if err := s.registraVana(ctx, r, chi, k, esitoNonTrovato); err != nil {
			return err
		}
		return nonTrovato()
	}
	a := r.accesso(chi)
	for _, t := range trovati {
		a.Esito, a.Oggetto = esitoTrovato, t.verbale.ID.String()
		if err := s.registra(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

// registraVana writes the audit line of a search that found nothing.
func (s *Service) registraVana(ctx context.Context, r domanda, chi Chiamante, k chiave, esito string) error {
	a := r.accesso(chi)
	a.Esito, a.Oggetto = esito, chiesto(k.Chiave)
	return s.registra(ctx, a)
}

// chiesto writes the key of a search without the plate.
func chiesto(k lettore.Chiave) string {
	if k.Anno == nil {
		return fmt.Sprintf("%d/%s", k.Numero, k.Lettera)
	}
	return fmt.Sprintf("%d/%d/%s", *k.Anno, k.Numero, k.Lettera)
}
