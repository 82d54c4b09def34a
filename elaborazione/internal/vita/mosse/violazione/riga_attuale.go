package violazione

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse/mossa"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// righeAttuali refuses to accept a fine whose violations are not priced as the table of their day says: a table that
// nobody has confirmed yet, a row that was corrected or divided since. An imported fine was priced by another system.
func righeAttuali(m mossa.Richiesta, s vita.Stato) error {
	if m.Righe == nil || s.Importato {
		return nil
	}
	for i, v := range s.Violazioni {
		if v.Candidati != "" || v.Codice == "" {
			continue
		}
		if err := rigaAttuale(m, i+1, v); err != nil {
			return err
		}
	}
	return nil
}

// rigaAttuale compares the violation at a place, from 1. It accepts a row of the present version, with a person's decisions
// about it, and a row that a later version left unchanged.
func rigaAttuale(m mossa.Richiesta, ordine int, v vita.ViolazioneScelta) error {
	riga, versione, c := m.Righe.Riga(v.Codice)
	switch {
	case c && riga.OltreOrizzonte(m.Quadro.Violazione):
		return daConfermare(riga)
	case c && (versione == v.VersioneTabella || comePrima(m, riga, ordine, v)):
		return nil
	case c:
		return vita.Invariante("la riga " + v.Codice + " è stata corretta dopo l'inserimento: prima si sceglie di nuovo la riga della violazione")
	case len(m.Righe.Sostitute(v.Codice)) > 0:
		return vita.Invariante("la riga " + v.Codice + " è stata divisa: prima si sceglie la riga della violazione")
	}
	return vita.Invariante("la tabella non ha più la riga " + v.Codice + " nel giorno della violazione: il verbale si scarta e si inserisce di nuovo")
}

// comePrima reports a row that prices the violation at a place as before: a discount that a person refused because of the short
// suspension (art. 218-ter CdS) is no other row.
func comePrima(m mossa.Richiesta, riga sanzione.Sanzione, ordine int, v vita.ViolazioneScelta) bool {
	diverse := riga.Differenze(prezzata(v))
	if riga.ScontoPerSospensioneBreve(v.Sconto30, m.Quadro.Scritta(ordine).Parole) {
		diverse = slices.DeleteFunc(diverse, func(d sanzione.Differenza) bool {
			return d == sanzione.DiversoSconto && v.PagamentoRidotto == riga.PagamentoRidotto
		})
	}
	return len(diverse) == 0
}

// daConfermare refuses what waits for the table of the day: after its last certain day a decree may have changed the
// amounts (art. 195 c. 3 CdS).
func daConfermare(riga sanzione.Sanzione) error {
	return vita.Invariante("gli importi della riga " + riga.Codice + " sono certi soltanto fino " + riga.Orizzonte.Detto("al") +
		": si attende che la tabella del giorno della violazione sia confermata (art. 195 c. 3 CdS)")
}

// prezzata is a violation as the table compares it; what its act will say follows from the row.
func prezzata(v vita.ViolazioneScelta) sanzione.Prezzata {
	return sanzione.Prezzata{Codice: v.Codice, MinCent: v.MinimoCent, MaxCent: v.MassimoCent, Notturna: v.Notturna, Sconto30: v.Sconto30,
		PagamentoRidotto: v.PagamentoRidotto, Punti: v.Punti}
}
