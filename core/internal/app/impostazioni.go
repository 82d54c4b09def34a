package app

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/config"

	"github.com/piattaforma-verbali/verbali/core/internal/chiave"
)

// Impostazioni of core.
type Impostazioni struct {
	config.Settings
	ChiaveFirma    string `mapstructure:"chiave_firma" segreto:"true" descrizione:"chiave privata Ed25519 (PKCS #8, PEM) che firma i token: un file, VERBALI_CHIAVE_FIRMA_FILE, riletto quando cambia"`
	SessioneMinuti int    `mapstructure:"sessione_minuti" default:"31" validate:"min=1,max=1440" descrizione:"minuti di validità della sessione dall'ultima richiesta dell'operatore"`
	BattitoSecondi int    `mapstructure:"battito_secondi" default:"180" validate:"min=1,max=3600" descrizione:"secondi fra un battito e l'altro delle pagine aperte"`
	AccessiFalliti int    `mapstructure:"accessi_falliti_per_indirizzo" default:"30" validate:"min=1,max=100000" descrizione:"accessi falliti da un indirizzo, su tutte le utenze, dopo i quali si aspetta"`
	ImpostazioniLDAP
	ImpostazioniSso

	ChiaveFirmaFile string `mapstructure:"-"` // where ChiaveFirma was read, to read it again; empty: nowhere
}

// comune gives the settings that every service has.
func comune(i Impostazioni) config.Settings { return i.Settings }

func (i Impostazioni) durataSessione() time.Duration {
	return time.Duration(i.SessioneMinuti) * time.Minute
}

// firma reads the private key; the fault names the setting.
func (i Impostazioni) firma() (*chiave.Chiave, error) {
	if i.ChiaveFirma == "" {
		return nil, &config.ValueError{Variable: "VERBALI_CHIAVE_FIRMA_FILE", Reason: "manca: è obbligatoria"}
	}
	c, err := chiave.Leggi([]byte(i.ChiaveFirma))
	if err != nil {
		return nil, &config.ValueError{Variable: "VERBALI_CHIAVE_FIRMA_FILE", Reason: err.Error()}
	}
	return c, nil
}
