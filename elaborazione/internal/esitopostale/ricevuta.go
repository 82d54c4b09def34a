package esitopostale

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/posta"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Ricevuta is a return receipt as a person confirmed it on its picture (ocr).
type Ricevuta struct {
	Lettura            uuid.UUID
	Verbale, Posizione uuid.UUID
	Codice, CodiceAtto string
	Esito              string
	Data, DataCad      calendario.Giorno
	Firma              string // SI, NO, or empty: not said
	SHA256             string // of the picture
	Attore             string
}

// Registra records a receipt on its fine as a line of the post's file would be, with the picture as a document of the fine. A receipt
// that the fine knows already changes nothing; a contradicting outcome opens an anomaly. The error RICEVUTA_RIFIUTATA is for a person.
func (s *Service) Registra(ctx context.Context, da scrittura.Messaggio, r Ricevuta) error {
	t, _ := tenant.From(ctx)
	foto, err := s.Deposito.Leggi(ctx, t.Nome, r.SHA256)
	if err != nil {
		return fmt.Errorf("ricevuta %s: %w", r.Lettura, err)
	}
	esito, err := r.esito()
	if err != nil {
		return err
	}
	return s.inTransazione(ctx, func(tx pgx.Tx) error {
		nuovo, err := tx.Exec(ctx, `INSERT INTO ricevuto (consumatore, id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, da.Consumatore, da.ID)
		if err != nil || nuovo.RowsAffected() == 0 {
			return err
		}
		err = tx.QueryRow(ctx, `SELECT coalesce((SELECT id FROM notifica WHERE verbale = $1 AND posizione = $2 AND canale = '`+string(verbale.CanalePosta)+`'
			ORDER BY stato = '`+string(verbale.NotificaInCorso)+`' DESC, avviata DESC NULLS LAST, id DESC LIMIT 1), '00000000-0000-0000-0000-000000000000')`,
			r.Verbale, r.Posizione).Scan(&esito.Tentativo)
		if err != nil {
			return err
		}
		giudizi, err := s.giudica(ctx, tx, []posta.Esito{esito})
		if err != nil {
			return err
		}
		if g := giudizi[0]; g.Esito == verbale.RigaRifiutata {
			return problem.Conflitto("RICEVUTA_RIFIUTATA", fmt.Sprintf("La ricevuta %s non si può registrare: %s", r.codice(), g.Testo))
		}
		return s.allega(ctx, tx, r, int64(len(foto)))
	})
}

// allega makes the picture a document of the fine, once.
func (s *Service) allega(ctx context.Context, tx pgx.Tx, r Ricevuta, quanti int64) error {
	fatto, err := s.Archivio.ApplicaIn(ctx, tx, []uuid.UUID{r.Verbale}, func(vita.Stato) ([]vita.Evento, error) {
		ora := s.Adesso()
		d := vita.Documento{ID: vita.NuovoID(), Tipo: verbale.DocumentoProva,
			Nome: "avviso-di-ricevimento-" + r.codice() + ".jpg", MIME: "image/jpeg", SHA256: r.SHA256, Byte: quanti}
		return []vita.Evento{{Posizione: r.Posizione, DataLegale: calendario.Da(ora), Registrato: ora, Attore: r.Attore, Causa: r.causa(),
			Idempotenza: "lettura:" + r.Lettura.String(), Dati: vita.DocumentoAggiunto{Documento: d}}}, nil
	})
	if err != nil {
		return err
	}
	return fatto.Rifiutati[r.Verbale]
}

func (r Ricevuta) causa() string { return "Avviso di ricevimento letto e confermato: " + r.codice() }

// codice names the receipt to a person.
func (r Ricevuta) codice() string {
	if r.Codice != "" {
		return r.Codice
	}
	return r.CodiceAtto
}

// esito is what the receipt says, as of a line of a file. A missing signature proves no delivery (L. 890/1982 art. 7; Cass. S.U.
// 9962/2010), and who took it for another leaves the CAN to be proved: the day stands, surcharge and enforcement wait.
func (r Ricevuta) esito() (posta.Esito, error) {
	s, c := esiti()[r.Esito]
	if !c || s.genere == inViaggio {
		return posta.Esito{}, problem.CampoNonValido("esito", "non è un esito della posta: "+r.Esito)
	}
	x := posta.Esito{Verbale: r.Verbale, Posizione: r.Posizione, Nome: r.Esito, Canale: s.canale, Motivo: s.motivo, Decesso: s.decesso,
		Fatto: r.Data, Attore: r.Attore, Causa: r.causa()}
	if s.genere == depositato {
		x.Fatto = r.DataCad
		if r.Esito == esitoRitirato {
			x.Ritiro = r.Data
		}
	}
	if s.genere == nonRiuscito || r.Firma != "NO" && r.Esito != esitoTerzo && r.Esito != esitoGiacenza {
		var prove []string
		for _, p := range [][2]string{{"23L", r.Codice}, {"AG", r.CodiceAtto}} {
			if p[1] != "" {
				prove = append(prove, p[0]+" "+p[1])
			}
		}
		x.Prova = breve(strings.Join(prove, ", "))
	}
	return x, nil
}
