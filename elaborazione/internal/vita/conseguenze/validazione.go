package conseguenze

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// accettato are the events of a fine that the command accepts, by hand or by its own rule: it is
// validated (and served, where everybody who answers holds the report: art. 200 CdS), its notices get
// their numbers (art. 202 CdS; none where no reduced payment is admitted), the owner of the plate is
// asked for (art. 196 CdS). nil notices and the zero position are left out.
type accettato struct {
	politica vita.Politica
	servite  bool
	avvisi   *vita.AvvisiEmessi
	cercata  uuid.UUID // position whose person is asked for
}

func (a accettato) eventi(evento func(vita.Dati, uuid.UUID) vita.Evento) []vita.Evento {
	primo := evento(vita.ValidatoDati{Politica: a.politica}, uuid.Nil)
	if a.servite {
		primo.Deciso.Procedura = verbale.Notificato
	}
	eventi := []vita.Evento{primo}
	if a.avvisi != nil && len(a.avvisi.Avvisi) > 0 {
		eventi = append(eventi, evento(*a.avvisi, uuid.Nil))
	}
	if a.cercata != uuid.Nil {
		eventi = append(eventi, evento(vita.IntestatarioRichiesto{Motivo: vita.MotivoAccertamento}, a.cercata))
	}
	return eventi
}

// daEmettere is an amount to be asked of a position.
type daEmettere struct {
	posizione uuid.UUID
	cds.Avviso
}

// emessi gives each amount its number, in order.
func emessi(voci []daEmettere, numeri []NumeroAvviso, passi []cds.Passo) vita.AvvisiEmessi {
	var x vita.AvvisiEmessi
	for i, v := range voci {
		x.Avvisi = append(x.Avvisi, vita.Avviso{
			ID: vita.NuovoID(), Posizione: v.posizione, Tipo: v.Tipo, NumeroAvviso: numeri[i].Numero, IUV: numeri[i].IUV, Ente: numeri[i].Ente,
			ImportoCent: v.ImportoCent, SpeseCent: v.SpeseCent, Giorni: v.Giorni,
		})
	}
	for _, p := range passi {
		x.Spiegazione = append(x.Spiegazione, p.Testo)
	}
	return x
}

// validazione accepts a fine that waits for a person, once each of its rows is what the table of the day says.
type validazione struct{}

func (*validazione) controlla(*vaglio, *Mossa) {}

func (*validazione) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	for _, p := range s.PosizioniVive() {
		if perche := m.Quadro.Minorenni[p.ID]; perche != "" {
			return nil, vita.Invariante(Chi(p.Titolo) + " " + perche + ": prima si chiude la sua posizione e si apre quella di chi ne risponde")
		}
	}
	if err := m.righeAttuali(s); err != nil {
		return nil, err
	}
	a := accettato{politica: vita.Manuale, servite: s.TutteServite()}
	if !s.DebitoChiuso() { // who has paid already is asked nothing more (invariant a)
		avvisi, err := m.avvisiPer(s, s.PosizioniVive())
		if err != nil {
			return nil, err
		}
		a.avvisi = avvisi
		if p, manca := s.SenzaSoggetto(); manca {
			a.cercata = p.ID
		}
	}
	eventi := a.eventi(m.oggiStesso)
	eventi[0].DataLegale = m.Giorno
	return eventi, nil
}

// avvisiPer are the notices of some positions, with their numbers: those of art. 202 c. 1 CdS, each with
// the expenses of its position; nil where no reduced payment is admitted.
func (m Mossa) avvisiPer(s vita.Stato, posizioni []vita.Posizione) (*vita.AvvisiEmessi, error) {
	var voci []daEmettere
	var passi []cds.Passo
	for _, p := range posizioni {
		importi, err := s.Importi(p.SpeseCent)
		if err != nil {
			return nil, err
		}
		passi = importi.Spiegazione
		for _, a := range importi.Avvisi {
			if !scontoPassato(s, p, a.Tipo, m.Oggi) {
				voci = append(voci, daEmettere{p.ID, a})
			}
		}
	}
	numeri, err := m.prendi(len(voci))
	if err != nil || len(voci) == 0 {
		return nil, err
	}
	x := emessi(voci, numeri, passi)
	return &x, nil
}

// scontoPassato: a notice less 30 % is not issued after its five days. The one of the minimum is: it is
// how the person finds the fine.
func scontoPassato(s vita.Stato, p vita.Posizione, tipo cds.Tipo, oggi calendario.Giorno) bool {
	z, ok := s.Scadenza(p.ID, cds.PagamentoScontato5)
	return ok && tipo == cds.Ridotto30 && oggi.After(z.Giorno)
}

// ricercaIntestatario asks the registry of vehicles again, after an answer that was of no use.
type ricercaIntestatario struct{}

func (*ricercaIntestatario) controlla(*vaglio, *Mossa) {}

func (*ricercaIntestatario) decidi(s vita.Stato, m Mossa) ([]vita.Evento, error) {
	p, err := m.su(s, func(p vita.Posizione) bool { return p.Soggetto == uuid.Nil && p.Chiusa == "" })
	return []vita.Evento{m.evento(vita.IntestatarioRichiesto{Motivo: vita.MotivoAccertamento}, p.ID)}, err
}
