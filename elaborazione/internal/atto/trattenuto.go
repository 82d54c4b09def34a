package atto

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// mancaPerStampare names the settings without which no act may leave the command: the name that stands for
// the signature (art. 3 c. 2 d.lgs. 39/1993) and the office to which people pay, appeal and write (art. 383
// c. 2 Reg.), which is also where a letter comes back. Empty: all are there. giorno is as in intestazione.
func mancaPerStampare(t anagrafe.Tenant, giorno string) (string, error) {
	c, err := ufficio.Intestazione(t, giorno)
	if err != nil {
		return "", err
	}
	var manca []string
	if strings.TrimSpace(c.Firmatario) == "" {
		manca = append(manca, "il nome di chi firma gli atti (impostazione comando.firmatario; art. 3, comma 2, d.lgs. 39/1993)")
	}
	if strings.TrimSpace(c.Indirizzo) == "" {
		manca = append(manca, "l'indirizzo del comando (impostazione comando.indirizzo)")
	}
	return strings.Join(manca, " e "), nil
}

// trattieni leaves an act unprinted and lets a person see why, once for all the acts of a fine.
func (s *Service) trattieni(ctx context.Context, idVerbale, idPosizione uuid.UUID, manca string, da ...archivio.Messaggio) error {
	return s.Archivio.Applica(ctx, idVerbale, func(adesso vita.Stato) ([]vita.Evento, error) {
		p, _ := adesso.Posizione(idPosizione)
		if _, aperta := attoTrattenuto(adesso); aperta || !vita.DaFare(adesso, p) {
			return nil, nil
		}
		return []vita.Evento{{Posizione: idPosizione, Attore: vita.AttoreSistema, Dati: vita.Fatto{Quale: verbale.EventoAnomaliaAperta},
			Apre: vita.ApriAnomalia(verbale.AnomaliaAttoNonStampabile, "L'atto non si stampa: manca "+manca+". La stampa riprende da sola quando l'impostazione c'è.")}}, nil
	}, da...)
}

// attoTrattenuto gives the open anomaly of an act that waits for a setting.
func attoTrattenuto(s vita.Stato) (vita.Anomalia, bool) {
	i := slices.IndexFunc(s.Anomalie, func(a vita.Anomalia) bool { return a.Tipo == verbale.AnomaliaAttoNonStampabile })
	if i < 0 {
		return vita.Anomalia{}, false
	}
	return s.Anomalie[i], true
}

// RiprendiStampe settles the anomalies of the acts of a tenant that waited for a setting, once it is
// there; their printing is work again. It gives how many fines it told. A database that is not in use is
// left closed.
func (s *Service) RiprendiStampe(ctx context.Context, t tenant.Tenant) (int, error) {
	manca, err := mancaPerStampare(s.Ufficio.Anagrafe.Of(t.Nome), calendario.Da(s.Adesso()).String())
	if err != nil || manca != "" {
		return 0, err
	}
	var ripresi int
	ctx = tenant.With(ctx, t)
	for dopo := uuid.Nil; ; {
		ids, err := s.Archivio.AttiTrattenuti(ctx, t, dopo)
		if err != nil || len(ids) == 0 {
			return ripresi, err
		}
		esito, err := s.Archivio.ApplicaMolti(ctx, ids, riprendi)
		if err != nil {
			return ripresi, err
		}
		ripresi, dopo = ripresi+len(esito.Cambiati), ids[len(ids)-1]
	}
}

// riprendi settles what kept the acts of a fine.
func riprendi(s vita.Stato) ([]vita.Evento, error) {
	a, aperta := attoTrattenuto(s)
	if !aperta {
		return nil, nil
	}
	return []vita.Evento{{Attore: vita.AttoreSistema, Dati: vita.AnomaliaRisolta{Anomalia: a.ID, Esito: "L'impostazione che mancava c'è: la stampa riprende."}}}, nil
}
