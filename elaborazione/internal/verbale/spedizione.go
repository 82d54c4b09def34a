package verbale

import (
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
)

// lottoPostale is the kind of lot that printed acts enter by themselves.
const lottoPostale = "POSTALE"

// canalePosta is the channel of letters.
const canalePosta = "POSTA"

// invioDi are the settings of a tenant about the acts that leave by post.
type invioDi struct {
	automatico bool         // they enter the open lot of letters as they are printed
	speseCent  importo.Cent // of ascertainment and service, asked for with the fine (art. 201 c. 4 CdS)
}

func leggiInvio(t anagrafe.Tenant, giorno string) (invioDi, error) {
	canali, modo, spese := []string{lottoPostale}, "AUTOMATICO", int64(0)
	_, errC := t.Impostazione("notifica.canali", giorno, &canali)
	_, errA := t.Impostazione("notifica.lottoPostale", giorno, &modo)
	_, errB := t.Impostazione("notifica.spesePostaliCent", giorno, &spese)
	return invioDi{automatico: modo == "AUTOMATICO" && slices.Contains(canali, lottoPostale), speseCent: importo.Cent(spese)}, cmp.Or(errC, errA, errB)
}

// addebita charges the expenses to a position before its act is printed, once; none where it is served or
// a person has already said what they are.
func (s *Service) addebita(ctx context.Context, idVerbale, idPosizione uuid.UUID, spese importo.Cent) error {
	if spese == 0 {
		return nil
	}
	return s.Store.Applica(ctx, idVerbale, func(adesso Stato) ([]Evento, error) {
		p, _ := adesso.Posizione(idPosizione)
		if !daFare(adesso, p) || p.SpeseCent != 0 || !p.GiornoZero.IsZero() || !adesso.ammette(EventoSpeseAddebitate) {
			return nil, nil
		}
		return []Evento{{Posizione: idPosizione, Attore: attoreSistema, Idempotenza: "spese:" + idPosizione.String(),
			Dati: SpeseAddebitate{SpeseCent: spese}}}, nil
	})
}

// NonSpedibile says why the act of a position is not handed to the post today; empty: it may be.
func (s Stato) NonSpedibile(posizione uuid.UUID) string {
	p, ok := s.Posizione(posizione)
	switch {
	case !ok:
		return "La posizione non è del verbale."
	case p.Chiusa != "":
		return "Da questa persona non si chiede più nulla: " + p.Chiusa + "."
	case !p.GiornoZero.IsZero():
		return "È già notificato " + p.GiornoZero.Detto("il") + "."
	case p.Atto == uuid.Nil:
		return "L'atto non è formato."
	case s.DebitoChiuso():
		return "Il debito è chiuso (" + parolaDebito(s.Debito) + "): non si chiede più nulla."
	case slices.ContainsFunc(s.Notifiche, func(n Notifica) bool { return n.Posizione == posizione && n.Stato == NotificaInCorso }):
		return "Una notifica è già in corso."
	case !s.ammette(EventoNotificaAvviata):
		return "Il verbale è in un altro stato (" + parolaProcedura(s.Procedura) + ")."
	}
	return ""
}

// Spedito is the event of an act handed to the post on a day, as the attempt of this id; lotto names the
// package in which it leaves.
func Spedito(posizione, tentativo uuid.UUID, lotto string, giorno calendario.Giorno) Evento {
	return Evento{Posizione: posizione, DataLegale: giorno, Attore: attoreSistema, Causa: lotto, Idempotenza: "spedizione:" + tentativo.String(),
		Dati: NotificaAvviata{IDNotifica: tentativo, Canale: canalePosta}}
}
