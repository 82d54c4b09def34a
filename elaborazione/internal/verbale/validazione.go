package verbale

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// motivoAccertamento is why the registry of vehicles is asked.
const motivoAccertamento = "ACCERTAMENTO"

// accettato are the events of a fine that the command accepts, by hand or by its own rule: it is
// validated (and served, where everybody who answers holds the report: art. 200 CdS), its notices get
// their numbers (art. 202 CdS; none where no reduced payment is admitted), the owner of the plate is
// asked for (art. 196 CdS). nil notices and the zero position are left out.
type accettato struct {
	politica Politica
	servite  bool
	avvisi   *AvvisiEmessi
	cercata  uuid.UUID // position whose person is asked for
}

func (a accettato) eventi(evento func(Dati, uuid.UUID) Evento) []Evento {
	primo := evento(ValidatoDati{Politica: a.politica}, uuid.Nil)
	if a.servite {
		primo.Deciso.Procedura = Notificato
	}
	eventi := []Evento{primo}
	if a.avvisi != nil && len(a.avvisi.Avvisi) > 0 {
		eventi = append(eventi, evento(*a.avvisi, uuid.Nil))
	}
	if a.cercata != uuid.Nil {
		eventi = append(eventi, evento(IntestatarioRichiesto{Motivo: motivoAccertamento}, a.cercata))
	}
	return eventi
}

// daEmettere is an amount to be asked of a position.
type daEmettere struct {
	posizione uuid.UUID
	cds.Avviso
}

// emessi gives each amount its number, in order.
func emessi(voci []daEmettere, numeri []NumeroAvviso, passi []cds.Passo) AvvisiEmessi {
	var x AvvisiEmessi
	for i, v := range voci {
		x.Avvisi = append(x.Avvisi, Avviso{
			ID: nuovoID(), Posizione: v.posizione, Tipo: v.Tipo, NumeroAvviso: numeri[i].Numero, IUV: numeri[i].IUV, Ente: numeri[i].Ente,
			ImportoCent: v.ImportoCent, SpeseCent: v.SpeseCent, Giorni: v.Giorni,
		})
	}
	for _, p := range passi {
		x.Spiegazione = append(x.Spiegazione, p.Testo)
	}
	return x
}

// validazione accepts a fine that waits for a person.
type validazione struct{}

func (*validazione) controlla(*vaglio, *mossa) {}

func (*validazione) decidi(s Stato, m mossa) ([]Evento, error) {
	a := accettato{politica: Manuale, servite: s.TutteServite()}
	if !s.DebitoChiuso() { // who has paid already is asked nothing more (invariant a)
		avvisi, err := m.avvisiPer(s, s.posizioniVive())
		if err != nil {
			return nil, err
		}
		a.avvisi = avvisi
		if p, manca := s.SenzaSoggetto(); manca {
			a.cercata = p.ID
		}
	}
	eventi := a.eventi(m.oggiStesso)
	eventi[0].DataLegale = m.giorno
	return eventi, nil
}

// posizioniVive are the positions of who answers.
func (s Stato) posizioniVive() []Posizione {
	var vive []Posizione
	for _, p := range s.Posizioni {
		if p.Chiusa == "" {
			vive = append(vive, p)
		}
	}
	return vive
}

// avvisiPer are the notices of some positions, with their numbers: those of art. 202 c. 1 CdS, each with
// the expenses of its position; nil where no reduced payment is admitted.
func (m mossa) avvisiPer(s Stato, posizioni []Posizione) (*AvvisiEmessi, error) {
	var voci []daEmettere
	var passi []cds.Passo
	for _, p := range posizioni {
		importi, err := s.importi(p.SpeseCent)
		if err != nil {
			return nil, err
		}
		passi = importi.Spiegazione
		for _, a := range importi.Avvisi {
			if !s.scontoPassato(p, a.Tipo, m.oggi) {
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
func (s Stato) scontoPassato(p Posizione, tipo cds.Tipo, oggi calendario.Giorno) bool {
	z, ok := s.Scadenza(p.ID, cds.PagamentoScontato5)
	return ok && tipo == cds.Ridotto30 && oggi.After(z.Giorno)
}

// prezzi are the violations as the law prices them.
func (s Stato) prezzi() []cds.Violazione { return s.daPrezzare().Violazioni }

// importi are the sums of the notices of the fine (art. 202 CdS).
func (s Stato) importi(spese importo.Cent) (cds.EsitoAvvisi, error) {
	esito, err := cds.Avvisi(s.prezzi(), spese)
	if err != nil {
		return esito, fmt.Errorf("verbale %s: importi: %w", s.ID, err)
	}
	return esito, nil
}

// ricercaIntestatario asks the registry of vehicles again, after an answer that was of no use.
type ricercaIntestatario struct{}

func (*ricercaIntestatario) controlla(*vaglio, *mossa) {}

func (*ricercaIntestatario) decidi(s Stato, m mossa) ([]Evento, error) {
	p, err := m.su(s, func(p Posizione) bool { return p.Soggetto == uuid.Nil && p.Chiusa == "" })
	return []Evento{m.evento(IntestatarioRichiesto{Motivo: motivoAccertamento}, p.ID)}, err
}
