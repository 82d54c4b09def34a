package app

import "github.com/piattaforma-verbali/verbali/shared/spine/config"

// Impostazioni are the settings of connessione.
type Impostazioni struct {
	config.Settings
	ChiaveInstradamento string `mapstructure:"chiave_instradamento" segreto:"true" validate:"required,hexadecimal,len=64" descrizione:"chiave delle consultazioni anonime: 32 byte in esadecimale"`
	AnonimoPerIndirizzo int    `mapstructure:"anonimo_per_indirizzo" default:"30" validate:"min=1,max=100000" descrizione:"consultazioni anonime al minuto da un indirizzo"`
	AnonimoPerTarga     int    `mapstructure:"anonimo_per_targa" default:"10" validate:"min=1,max=100000" descrizione:"consultazioni anonime al minuto su una targa"`
}
