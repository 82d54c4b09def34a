package vita

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// rettifica: a violation takes another row once the fine was accepted, in favour of who answers for it.
//
//nolint:gochecknoglobals // a table
var rettifica = letti{
	verbale.EventoViolazioneRettificata:      leggiCome(rigaRettificata),
	verbale.EventoAssicurazioneRegolarizzata: leggiCome(rigaRettificata),
}

// RigaRettificata is the row that a violation takes after the fine was accepted, with the account that follows from it; no
// account where nothing of it moves.
type RigaRettificata struct {
	Quale verbale.TipoEvento `json:"-"`
	RigaPresa
	Conto *Conto `json:"conto,omitempty"`
	// Caso, Dal and Il say how and when the insurance was regularised (cds.Regolarizzata).
	Caso cds.CasoRegolarizzazione `json:"caso,omitempty"`
	Dal  calendario.Giorno        `json:"decorreDal,omitzero"`
	Il   calendario.Giorno        `json:"regolarizzataIl,omitzero"`
}

func rigaRettificata(t verbale.TipoEvento) RigaRettificata { return RigaRettificata{Quale: t} }

// Tipo is the kind of the event.
func (x RigaRettificata) Tipo() verbale.TipoEvento { return x.Quale }

func (x RigaRettificata) accade(s *Stato, _ Evento) {
	s.Violazioni[x.Ordine-1] = x.ViolazioneScelta
	s.conta(x.Conto)
}

// obietta: the command corrects itself in favour of the person only; to ask for more it annuls the fine and makes it
// again, within the term. An act that nobody holds yet is not left to say the wrong sum.
func (x RigaRettificata) obietta(s Stato, e Evento) error {
	if x.Ordine < 1 || x.Ordine > len(s.Violazioni) || x.Candidati != "" || s.Violazioni[x.Ordine-1].Candidati != "" {
		return Regola("la riga è di una violazione del verbale")
	}
	if _, servita := s.Servita(); s.Formato() && !servita {
		return Invariante("l'atto è stampato e nessuno l'ha ancora ricevuto: si annulla in autotutela e si rifà")
	}
	if e.Causa == "" {
		return Invariante("manca il motivo")
	}
	prima := s.Violazioni[x.Ordine-1]
	if prima == x.ViolazioneScelta {
		return Invariante("la riga dice già così: si rettifica soltanto verso una riga che la tabella ha corretto, o diviso, dopo il verbale. " +
			"Una lettera o una riga scelta male non si cambia: il verbale si annulla in autotutela (art. 21-nonies L. 241/1990) e se ne fa un altro, " +
			"che va notificato nel termine (art. 201 CdS)")
	}
	dopo := s.Copia()
	dopo.Violazioni[x.Ordine-1] = x.ViolazioneScelta
	chieste, err := debito.Misure(s.lette())
	if err != nil {
		return err
	}
	chiede, err := debito.Misure(dopo.lette())
	if err != nil {
		return err
	}
	if x.Punti > prima.Punti || !nonDiPiu(chiede, chieste) {
		return Invariante("si rettifica soltanto a favore di chi risponde: per chiedere di più il verbale si annulla e si rifà nel termine (art. 201 CdS)")
	}
	return nil
}

// nonDiPiu: in no measure more is asked than before; where no reduced payment was admitted any is less, and it is not
// taken away.
func nonDiPiu(dopo, prima [3]importo.Cent) bool {
	for i := range dopo {
		if prima[i] > 0 && (dopo[i] == 0 || dopo[i] > prima[i]) {
			return false
		}
	}
	return true
}
