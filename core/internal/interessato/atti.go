package interessato

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/send"
)

// suoi narrows the rows of a fine to those of the person's places and of the fine as a whole.
const suoi = ` WHERE x.verbale = ANY($1) AND (x.posizione IS NULL OR x.posizione = ANY($2)) ORDER BY x.verbale, `

// atti reads what hangs on the person's places: notices, services, payments, appeals, documents, events.
func (r raccolta) atti(ctx context.Context) error {
	sue := []uuid.UUID{}
	for _, v := range r.x.Verbali {
		for _, p := range v.Posizioni {
			sue = append(sue, p.ID)
		}
	}
	if err := r.diPosizione(ctx, sue); err != nil {
		return err
	}
	pagamenti, err := db.Every[Pagamento](ctx, r.pools, "pagamenti", `SELECT x.verbale, x.data, x.importo_cent, x.canale, x.riferimento, x.stornato
		FROM verbali_v1.pagamento x`+suoi+`x.data, x.id`, r.ids(), sue)
	for _, x := range pagamenti {
		v := r.di(x.Verbale)
		v.Pagamenti = append(v.Pagamenti, x)
	}
	if err != nil {
		return err
	}
	ricorsi, err := db.Every[Ricorso](ctx, r.pools, "ricorsi", `SELECT x.verbale, x.autorita, x.stato, x.presentato, x.deciso FROM verbali_v1.ricorso x`+
		suoi+`x.presentato, x.id`, r.ids(), sue)
	for _, x := range ricorsi {
		v := r.di(x.Verbale)
		v.Ricorsi = append(v.Ricorsi, x)
	}
	if err != nil {
		return err
	}
	file, err := db.Every[File](ctx, r.pools, "documenti", `SELECT x.verbale, x.tipo, x.nome, x.creato FROM verbali_v1.documento x`+suoi+`x.creato, x.id`, r.ids(), sue)
	for _, x := range file {
		v := r.di(x.Verbale)
		v.Documenti = append(v.Documenti, x)
	}
	if err != nil {
		return err
	}
	eventi, err := db.Every[Evento](ctx, r.pools, "eventi", `SELECT x.verbale, x.tipo, x.data_legale, x.registrato, x.attore,
			CASE WHEN x.posizione IS NULL THEN '' ELSE coalesce(x.causa, '') END FROM verbali_v1.evento x`+suoi+`x.sequenza`, r.ids(), sue)
	for _, x := range eventi {
		v := r.di(x.Verbale)
		v.Eventi = append(v.Eventi, x)
	}
	return err
}

// diPosizione reads the notices and the attempts to serve.
func (r raccolta) diPosizione(ctx context.Context, sue []uuid.UUID) error {
	avvisi, err := db.Every[Avviso](ctx, r.pools, "avvisi", `SELECT posizione, numero_avviso, tipo, importo_cent, stato, emesso FROM verbali_v1.avviso
		WHERE verbale = ANY($1) AND posizione = ANY($2) ORDER BY emesso, numero_avviso`, r.ids(), sue)
	if err != nil {
		return err
	}
	notifiche, err := db.Every[Notifica](ctx, r.pools, "notifiche", `SELECT id, posizione, canale, stato, avviata, esito, motivo FROM verbali_v1.notifica
		WHERE verbale = ANY($1) AND posizione = ANY($2) ORDER BY avviata, id`, r.ids(), sue)
	if err == nil {
		err = r.canali(ctx, sue, notifiche)
	}
	for i := range r.x.Verbali {
		for j := range r.x.Verbali[i].Posizioni {
			p := &r.x.Verbali[i].Posizioni[j]
			for _, x := range avvisi {
				if x.Posizione == p.ID {
					p.Avvisi = append(p.Avvisi, x)
				}
			}
			for _, x := range notifiche {
				if x.Posizione == p.ID {
					p.Notifiche = append(p.Notifiche, x)
				}
			}
		}
	}
	return err
}

// canali adds what each channel was told of the person, and what it said.
func (r raccolta) canali(ctx context.Context, sue []uuid.UUID, notifiche []Notifica) error {
	storie, err := send.Store{Pools: r.pools}.Sui(ctx, r.ids(), sue)
	for i := range notifiche {
		n, storia := &notifiche[i], storie[notifiche[i].ID]
		n.Destinatario, n.Passi = storia.Destinatario, []PassoNotifica{}
		for _, p := range storia.Passi {
			n.Passi = append(n.Passi, PassoNotifica{p.Quando, p.Testo, p.Dettagli})
		}
	}
	return err
}

// Mandata is the recipient as the channel was told, in a line; empty: none was.
func (n Notifica) Mandata() string {
	if n.Destinatario == nil {
		return ""
	}
	detto := n.Destinatario.Denominazione + " " + n.Destinatario.CodiceFiscale
	if f := n.Destinatario.Fisico; f != nil {
		detto += ", " + strings.Join(f.Parti(), " ")
	}
	if d := n.Destinatario.Digitale; d != nil {
		detto += ", " + d.Indirizzo
	}
	return detto
}
