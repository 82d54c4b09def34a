package app

import "github.com/piattaforma-verbali/verbali/shared/config"

// Impostazioni are the settings of elaborazione.
type Impostazioni struct {
	config.Comune
}
