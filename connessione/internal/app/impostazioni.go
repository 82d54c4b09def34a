package app

import "github.com/piattaforma-verbali/verbali/shared/spine/config"

// Impostazioni are the settings of connessione.
type Impostazioni struct {
	config.Settings
	ChiaveInstradamento string `mapstructure:"chiave_instradamento" segreto:"true" validate:"required,hexadecimal,len=64" descrizione:"chiave delle consultazioni anonime: 32 byte in esadecimale"`
	AnonimoPerIndirizzo int    `mapstructure:"anonimo_per_indirizzo" default:"30" validate:"min=1,max=100000" descrizione:"chiavi sbagliate al minuto da un indirizzo, senza credenziali o con un'utenza"`
	AnonimoPerTarga     int    `mapstructure:"anonimo_per_targa" default:"10" validate:"min=1,max=100000" descrizione:"chiavi sbagliate al minuto da un indirizzo su una targa, senza credenziali"`
	RicercaPerUtenza    int    `mapstructure:"ricerca_per_utenza" default:"10" validate:"min=1,max=100000" descrizione:"chiavi sbagliate al minuto di un'utenza del portale, per verbali di cui non è destinataria"`
}
