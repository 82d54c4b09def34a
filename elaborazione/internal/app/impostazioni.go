package app

import "github.com/piattaforma-verbali/verbali/shared/spine/config"

// Impostazioni are the settings of elaborazione.
type Impostazioni struct {
	config.Settings
}
