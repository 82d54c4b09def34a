package mosse

import (
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// righeAttuali refuses to accept a fine whose violations are not priced as the table of their day says: a table that
// nobody has confirmed yet, a row that was corrected or divided since. An imported fine was priced by another system.
func (m Mossa) righeAttuali(s vita.Stato) error {
	if m.Righe == nil || s.Importato {
		return nil
	}
	for _, v := range s.Violazioni {
		if v.Candidati != "" || v.Codice == "" {
			continue
		}
		if err := m.rigaAttuale(v); err != nil {
			return err
		}
	}
	return nil
}

// rigaAttuale compares one violation. A row taken from this very table stands, with what a person decided about it.
func (m Mossa) rigaAttuale(v vita.ViolazioneScelta) error {
	riga, versione, c := m.Righe.Riga(v.Codice)
	switch {
	case c && riga.OltreOrizzonte(m.Quadro.Violazione):
		return daConfermare(riga)
	case c && (versione == v.VersioneTabella || len(riga.Differenze(prezzata(v))) == 0):
		return nil
	case c:
		return vita.Invariante("la riga " + v.Codice + " è stata corretta dopo l'inserimento: prima si sceglie di nuovo la riga della violazione")
	case len(m.Righe.Sostitute(v.Codice)) > 0:
		return vita.Invariante("la riga " + v.Codice + " è stata divisa: prima si sceglie la riga della violazione")
	}
	return vita.Invariante("la tabella non ha più la riga " + v.Codice + " nel giorno della violazione: il verbale si scarta e si inserisce di nuovo")
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
