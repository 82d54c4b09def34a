// Package app composes connessione: its parts in order, every route on one screen, every subject on
// one screen.
package app

import (
	"context"
	"encoding/hex"
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/api"
	"github.com/piattaforma-verbali/verbali/connessione/internal/accesso"
	"github.com/piattaforma-verbali/verbali/connessione/internal/collegamento"
	"github.com/piattaforma-verbali/verbali/connessione/internal/freno"
	"github.com/piattaforma-verbali/verbali/connessione/internal/instradamento"
	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/connessione/internal/sessione"
	"github.com/piattaforma-verbali/verbali/connessione/internal/sportello"
	"github.com/piattaforma-verbali/verbali/connessione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/connessione/migrazioni"
	"github.com/piattaforma-verbali/verbali/shared/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/config"
	"github.com/piattaforma-verbali/verbali/shared/deposito"
	"github.com/piattaforma-verbali/verbali/shared/servizio"
	"github.com/piattaforma-verbali/verbali/shared/tabella"
)

const (
	modulo = "connessione"
	base   = "/ConnessioneService/rest"
	gruppo = "/WebPortalService"
	// chiaviRicordate bounds what the limits of anonymous consultations remember.
	chiaviRicordate = 100_000
)

// Servi runs connessione until ctx ends.
func Servi(ctx context.Context, imp Impostazioni) error {
	s, err := Componi(ctx, imp, time.Now)
	if err != nil {
		return err
	}
	return s.Servi(ctx)
}

// Componi builds the service without starting it; adesso is the clock of amounts, links and limits.
func Componi(ctx context.Context, imp Impostazioni, adesso func() time.Time) (*servizio.Servizio, error) {
	chiave, err := hex.DecodeString(imp.ChiaveInstradamento)
	if err != nil {
		return nil, &config.ErroreValore{Variabile: "VERBALI_CHIAVE_INSTRADAMENTO", Motivo: "non è esadecimale"}
	}
	s, err := servizio.Nuovo(ctx, servizio.Descrizione{Modulo: modulo, Base: base, Contratto: api.Contratto(),
		Piattaforma: migrazioni.Piattaforma(), Tenant: migrazioni.Tenant()}, imp.Comune)
	if err != nil {
		return nil, err
	}
	documenti, err := deposito.DiServizio(ctx, s.Comune.DepositoURL, s.AllaChiusura)
	if err != nil {
		return nil, err
	}
	sigillo, err := collegamento.Nuovo(chiave, adesso)
	if err != nil {
		return nil, err
	}
	copia, tabelle := anagrafe.Nuova(s.Piscine), tabella.Nuova(s.Piscine, tabella.Comuni)
	s.Controlla("anagrafe", copia.Pronto)
	s.Controlla("tabelle", tabelle.Pronto)
	instrada := instradamento.Nuovo(s.Piscine, chiave, s.Log)
	accessi, porta := accesso.Nuovo(auth.RealmRemoto{Bus: s.Bus}), portale.Nuovo(portale.Parti{
		Piscine: s.Piscine, Verbali: verbale.NuovoStore(s.Piscine), Instradamento: instrada, Tenant: s.Tenant,
		Anagrafe: copia, Deposito: documenti, Tabelle: tabelle, Sigillo: sigillo, Base: base + gruppo, Adesso: adesso,
		PerIndirizzo: freno.Nuovo(imp.AnonimoPerIndirizzo, chiaviRicordate, adesso),
		PerTarga:     freno.Nuovo(imp.AnonimoPerTarga, chiaviRicordate, adesso),
	})
	rotte(s, imp, accessi, porta)
	pagine(s, sportello.Nuovo(sportello.Parti{Portale: porta, Accessi: accessi, Sessioni: sessione.Nuovo(s.Piscine, adesso),
		Verificatore: s.Verificatore, Tenant: s.Tenant, Ammesso: ammesso(imp.RuoliAmmessi), Log: s.Log}))
	return s, soggetti(s, copia, tabelle, instrada)
}
