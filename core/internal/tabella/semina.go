package tabella

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// Preparazione is who has loaded the tables that the program brings with it.
const Preparazione = "preparazione"

// Semina loads the tables compiled into the program as version 1 of those that the platform has never
// loaded, and says which.
func (s *Servizio) Semina(ctx context.Context) (caricate []string, err error) {
	ctx = auth.With(ctx, auth.Identity{User: Preparazione})
	semi := []struct {
		nome string
		apri func() contenuto
	}{
		{Violazioni, func() contenuto { return contenutoDi(sanzione.Iniziale()) }},
		{Comuni, func() contenuto { return contenutoDi(comune.Iniziale()) }},
	}
	for _, seme := range semi {
		nuova, err := s.semina(ctx, seme.nome, seme.apri)
		if err != nil {
			return caricate, err
		}
		if nuova {
			caricate = append(caricate, seme.nome)
		}
	}
	return caricate, nil
}

func (s *Servizio) semina(ctx context.Context, nome string, apri func() contenuto) (bool, error) {
	q := Quale{Nome: nome}
	stato, err := s.Stato(ctx, q)
	if err != nil || stato.Versione > 0 {
		return false, err
	}
	g, err := genereDi(nome)
	if err != nil {
		return false, err
	}
	fatta := false
	i := Importazione{Quale: q, Base: Qualunque, Nota: "Tabella iniziale, compresa nel programma."}
	_, err = s.importa(ctx, i, func(p presente) (Rapporto, *scrittura, error) {
		if p.Versione > 0 { // by another preparation, meanwhile
			return Rapporto{}, nil, nil
		}
		fatta = true
		return s.confronta(g, p.Versione, contenuto{}, apri(), nil)
	})
	return fatta, err
}
