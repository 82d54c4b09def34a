package impostazione

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/fruizione"
	"github.com/piattaforma-verbali/verbali/shared/registri/veicoli"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// credenziale is something that lets a command in to an outside system until a day, by the setting that says so.
type credenziale struct {
	chiave, nome string
	scade        calendario.Giorno
	preavviso    int // days
}

// scadenze tell an administrator what lets the command in to outside systems and ends soon, or has ended.
func (s *Servizio) scadenze(ctx context.Context, leggi func(chiave string, valore any) error) ([]pagine.Coda, error) {
	tutte, err := dellaPdnd(leggi)
	if err != nil {
		return nil, err
	}
	infows, err := s.passwordInfows(ctx, leggi)
	if err != nil {
		return nil, err
	}
	oggi := calendario.Da(s.Adesso())
	var code []pagine.Coda
	for _, c := range append(tutte, infows...) {
		detto := "scade " + c.scade.Detto("il") + ": rinnovarla prima"
		switch {
		case c.scade.IsZero() || oggi.AddDays(c.preavviso).Before(c.scade):
			continue
		case c.scade.Before(oggi):
			detto = "è scaduta " + c.scade.Detto("il") + ": rinnovarla"
		}
		code = append(code, pagine.Coda{Nome: c.nome + " " + detto, Indirizzo: IndirizzoDi(c.chiave), Quanti: 1})
	}
	return code, nil
}

// dellaPdnd are the keys of the command's clients and the use of its e-services, where the command has said until when.
func dellaPdnd(leggi func(chiave string, valore any) error) (tutte []credenziale, err error) {
	var client map[string]fruizione.Client
	var eService map[string]fruizione.EService
	if err := errors.Join(leggi(fruizione.ChiaveClient, &client), leggi(fruizione.ChiaveEService, &eService)); err != nil {
		return nil, err
	}
	aggiungi := func(chiave, nome, giorno string) {
		g, errG := calendario.Parse(giorno)
		if giorno != "" && errG == nil {
			tutte = append(tutte, credenziale{chiave, nome, g, fruizione.Preavviso})
		}
	}
	for _, nome := range slices.Sorted(maps.Keys(client)) {
		for _, k := range client[nome].Chiavi {
			aggiungi(fruizione.ChiaveClient, fmt.Sprintf("PDND: la chiave «%s» del client «%s»", k.File, nome), k.Scade)
		}
	}
	for _, nome := range slices.Sorted(maps.Keys(eService)) {
		aggiungi(fruizione.ChiaveEService, fmt.Sprintf("PDND: la fruizione di «%s»", nome), eService[nome].Scade)
	}
	return tutte, nil
}

// passwordInfows is the password of Info-ws: good from when it was renewed here, else from when the setting says.
func (s *Servizio) passwordInfows(ctx context.Context, leggi func(chiave string, valore any) error) ([]credenziale, error) {
	var c veicoli.Collegamento
	chiave := veicoli.ChiaveRegistro(veicoli.RegistroInfows)
	if err := leggi(chiave, &c); err != nil || c.Password == "" {
		return nil, err
	}
	database, err := s.Store.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	var dal calendario.Giorno
	err = db.Wrap("password", database.Pool.QueryRow(ctx, `SELECT dal FROM vpn_v1.parola WHERE collegamento = $1`, veicoli.RegistroInfows).Scan(&dal))
	switch {
	case errors.Is(err, pgx.ErrNoRows), problem.Is(err, "DATI_NON_PRONTI"):
		if c.PasswordDal == "" {
			return nil, nil
		}
		if dal, err = calendario.Parse(c.PasswordDal); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	}
	return []credenziale{{chiave, "La password di Info-ws", dal.AddDays(c.PasswordBuona()), veicoli.PreavvisoPassword}}, nil
}
