package voce

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Lettura records who has read entries that are about persons: the entry of a key, or a page of the list of a tenant, with what
// was looked for in it. What cannot be recorded is not shown.
type Lettura func(ctx context.Context, tenant, chiave, cercato string) error

// Letture is the Lettura of entries so called in the audit, in the platform's register, where Annuncia writes their changes.
func Letture(p *db.Pools, tipo string) Lettura {
	return func(ctx context.Context, tenant, chiave, cercato string) error {
		database, err := p.Platform(ctx)
		if err != nil {
			return err
		}
		a := db.Access{Attore: Autore(ctx), Azione: "LETTO", OggettoTipo: tipo, Oggetto: tenant + "/" + chiave, Esito: "OK", Indirizzo: indirizzo(ctx)}
		if chiave == "" {
			a.Azione = "ELENCO_LETTO"
		}
		if cercato != "" {
			a.Motivo = "cerca: " + cercato
		}
		return database.Audit(ctx, a)
	}
}
