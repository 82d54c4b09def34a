package event

// FattoPiattaforma is fatti.piattaforma.<cosa>.<evento>: something of the platform changed, and who
// follows it reads core_v1 again. Tenant is empty when it concerns all.
type FattoPiattaforma struct {
	Cosa   string `json:"-"`
	Evento string `json:"-"`
	Tenant string `json:"tenant,omitempty"`
	Chiave string `json:"chiave,omitempty"`
}

// Soggetto gives the subject.
func (f FattoPiattaforma) Soggetto(string) string {
	return "fatti.piattaforma." + f.Cosa + "." + f.Evento
}

// Oggetto is the key of what changed, or its tenant.
func (f FattoPiattaforma) Oggetto() string {
	if f.Chiave != "" {
		return f.Chiave
	}
	return f.Tenant
}

// TenantCreato says that a tenant is served from now on.
func TenantCreato(nome string) FattoPiattaforma {
	return FattoPiattaforma{Cosa: "tenant", Evento: "creato", Tenant: nome}
}

// TenantSospeso says that a tenant is no longer served: 403 everywhere, relays and timers stop.
func TenantSospeso(nome string) FattoPiattaforma {
	return FattoPiattaforma{Cosa: "tenant", Evento: "sospeso", Tenant: nome}
}

// TenantRiattivato says that a suspended tenant is served again.
func TenantRiattivato(nome string) FattoPiattaforma {
	return FattoPiattaforma{Cosa: "tenant", Evento: "riattivato", Tenant: nome}
}

// AnagrafeCambiata says that departments, agents, integrators, portals or ranges of a tenant changed.
func AnagrafeCambiata(tenant string) FattoPiattaforma {
	return FattoPiattaforma{Cosa: "anagrafe", Evento: "cambiata", Tenant: tenant}
}

// OperatoreCambiato says that an account changed: exchanges and sessions of it are read again.
func OperatoreCambiato(tenant, username string) FattoPiattaforma {
	return FattoPiattaforma{Cosa: "operatore", Evento: "cambiato", Tenant: tenant, Chiave: username}
}

// OperatoreBloccato says that an account may not enter any more: its tokens are worthless at once.
func OperatoreBloccato(tenant, username string) FattoPiattaforma {
	return FattoPiattaforma{Cosa: "operatore", Evento: "bloccato", Tenant: tenant, Chiave: username}
}

// ImpostazioniCambiate says that settings of a tenant changed.
func ImpostazioniCambiate(tenant string) FattoPiattaforma {
	return FattoPiattaforma{Cosa: "impostazioni", Evento: "cambiate", Tenant: tenant}
}

// TabelleAggiornate says that a fixed table has a new version; tenant is empty for those of the platform.
func TabelleAggiornate(tenant, nome string) FattoPiattaforma {
	return FattoPiattaforma{Cosa: "tabelle", Evento: "aggiornate", Tenant: tenant, Chiave: nome}
}
