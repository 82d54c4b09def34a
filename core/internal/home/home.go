// Package home is the first page of the web application: what this operator may do here.
package home

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/tenant"
)

// Tenant is a tenant as an administrator of the platform sees it.
type Tenant struct {
	Nome, Denominazione, CodiceFiscale string
	Stato                              tenant.Stato
}

// Store reads the register of the platform.
type Store struct{ Piscine *db.Piscine }

// Tenant gives every tenant in order of name.
func (s Store) Tenant(ctx context.Context) ([]Tenant, error) {
	var tutti []Tenant
	err := s.Piscine.LeggiPiattaforma(ctx, `SELECT nome, denominazione, codice_fiscale, stato FROM core_v1.tenant ORDER BY nome`,
		func(scan func(...any) error) error {
			var t Tenant
			if err := scan(&t.Nome, &t.Denominazione, &t.CodiceFiscale, &t.Stato); err != nil {
				return err
			}
			tutti = append(tutti, t)
			return nil
		})
	return tutti, err
}
