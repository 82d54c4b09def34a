package conseguenze

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Accettato are the events of a fine that the command accepts, by hand or by its own rule: it is
// validated (and served, where everybody who answers holds the report: art. 200 CdS), its notices get
// their numbers (art. 202 CdS; none where no reduced payment is admitted), the owner of the plate is
// asked for (art. 196 CdS). nil notices and the zero position are left out.
type Accettato struct {
	Politica vita.Politica
	Servite  bool
	Avvisi   *vita.AvvisiEmessi
	Cercata  uuid.UUID // position whose person is asked for
}

// Eventi are the events of the acceptance, in order; evento makes one of its data and its position.
func (a Accettato) Eventi(evento func(vita.Dati, uuid.UUID) vita.Evento) []vita.Evento {
	primo := evento(vita.ValidatoDati{Politica: a.Politica}, uuid.Nil)
	if a.Servite {
		primo.Deciso.Procedura = verbale.Notificato
	}
	eventi := []vita.Evento{primo}
	if a.Avvisi != nil && len(a.Avvisi.Avvisi) > 0 {
		eventi = append(eventi, evento(*a.Avvisi, uuid.Nil))
	}
	if a.Cercata != uuid.Nil {
		eventi = append(eventi, evento(vita.IntestatarioRichiesto{Motivo: string(verbale.CausaAccertamento)}, a.Cercata))
	}
	return eventi
}

// DaEmettere is an amount to be asked of a position.
type DaEmettere struct {
	Posizione uuid.UUID
	cds.Avviso
}

// Emessi gives each amount its number, in order.
func Emessi(voci []DaEmettere, numeri []NumeroAvviso, passi []cds.Passo) vita.AvvisiEmessi {
	var x vita.AvvisiEmessi
	for i, v := range voci {
		x.Avvisi = append(x.Avvisi, vita.Avviso{
			ID: vita.NuovoID(), Posizione: v.Posizione, Tipo: v.Tipo, NumeroAvviso: numeri[i].Numero, IUV: numeri[i].IUV, Ente: numeri[i].Ente,
			ImportoCent: v.ImportoCent, SpeseCent: v.SpeseCent, Giorni: v.Giorni,
		})
	}
	for _, p := range passi {
		x.Spiegazione = append(x.Spiegazione, p.Testo)
	}
	return x
}

// ScontoPassato reports a notice less 30 % whose five days are over: it is not issued. The one of the minimum is: it is
// how the person finds the fine.
func ScontoPassato(s vita.Stato, p vita.Posizione, tipo cds.Tipo, oggi calendario.Giorno) bool {
	z, ok := s.Scadenza(p.ID, cds.PagamentoScontato5)
	return ok && tipo == cds.Ridotto30 && oggi.After(z.Giorno)
}
