// Package app composes elaborazione: its parts in order, every route on one screen, every subject on
// one screen.
package app

import (
	"context"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/api"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/esitopostale"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/orfani"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/scadenzario"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/utilita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/elaborazione/migrazioni"
	"github.com/piattaforma-verbali/verbali/shared/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/deposito"
	"github.com/piattaforma-verbali/verbali/shared/servizio"
	"github.com/piattaforma-verbali/verbali/shared/statico"
	"github.com/piattaforma-verbali/verbali/shared/tabella"
)

const (
	modulo = "elaborazione"
	base   = "/ElaborazioneService/rest"
)

// Servi runs elaborazione until ctx ends.
func Servi(ctx context.Context, imp Impostazioni) error {
	s, err := Componi(ctx, imp, time.Now)
	if err != nil {
		return err
	}
	return s.Servi(ctx)
}

// Componi builds the service without starting it; adesso is the clock of the law.
func Componi(ctx context.Context, imp Impostazioni, adesso func() time.Time) (*servizio.Servizio, error) {
	stampatore, err := stampa.Nuovo(statico.FS())
	if err != nil {
		return nil, err
	}
	s, err := servizio.Nuovo(ctx, servizio.Descrizione{Modulo: modulo, Base: base, Contratto: api.Contratto(),
		Riservati: []string{"/ElaborazioneService", "/rest"}, Tenant: migrazioni.Tenant()}, imp.Comune)
	if err != nil {
		return nil, err
	}
	documenti, err := deposito.DiServizio(ctx, s.Comune.DepositoURL, s.AllaChiusura)
	if err != nil {
		return nil, err
	}
	copia, tabelle := anagrafe.Nuova(s.Piscine), tabella.Nuova(s.Piscine, tabella.Comuni, tabella.Violazioni)
	s.Controlla("anagrafe", copia.Pronto)
	s.Controlla("tabelle", tabelle.Pronto)
	verbali := &verbale.Service{
		Store: verbale.NuovoStore(s.Piscine, adesso), Anagrafe: copia, Deposito: documenti,
		Tabelle: tabelle, Stampatore: stampatore, Adesso: adesso, Log: s.Log,
	}
	lotti := &lotto.Service{Store: &lotto.Store{Piscine: s.Piscine}, Verbali: verbali, Deposito: documenti, Bus: s.Bus, Adesso: adesso,
		PerPorzione: lotto.PerPorzione}
	esiti := &esitopostale.Service{Store: &esitopostale.Store{Piscine: s.Piscine}, Verbali: verbali, Deposito: documenti,
		Adesso: adesso, PerPorzione: esitopostale.PerPorzione, Porta: esitopostale.NuovaPorta(esitopostale.InsiemeAlPiu, esitopostale.AttesaPosto)}
	rotte(s, verbali, &utilita.Service{Tabelle: tabelle, Comandi: copia, Adesso: adesso}, lotti, esiti)
	if err := soggetti(s, copia, verbali, lotti, esiti); err != nil {
		return s, err
	}
	s.AllaChiusura(orfani.Nuovo(orfani.Spazzino{Deposito: documenti, Piscine: s.Piscine, Tenant: s.Tenant, Adesso: adesso, Log: s.Log}, s.Metriche).Avvia())
	s.AllaChiusura(scadenzario.Nuovo(verbali, s.Piscine, s.Tenant, s.Metriche).Avvia())
	return s, nil
}
