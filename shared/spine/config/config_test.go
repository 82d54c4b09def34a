package config_test

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/config"
)

type prova struct {
	config.Settings
	Durata time.Duration `mapstructure:"durata" default:"31m" validate:"min=1m"`
	Chiave string        `mapstructure:"chiave" segreto:"true"`
	Altro  string        `mapstructure:"-"` // not a setting
}

func ambiente(t *testing.T, valori map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	base := map[string]string{"VERBALI_INDIRIZZO": ":8080", "VERBALI_PG_DSN": "host=x", "VERBALI_NATS_URL": "nats://x"}
	maps.Copy(base, valori)
	for k, v := range base {
		t.Setenv(k, v)
	}
}

func TestCarica(t *testing.T) {
	t.Run("defaults and variables", func(t *testing.T) {
		ambiente(t, map[string]string{"VERBALI_DURATA": "40m", "VERBALI_RUOLI_AMMESSI": "AGENTE,UFFICIO"})
		c, err := config.Load[prova]()
		if err != nil {
			t.Fatal(err)
		}
		if c.Durata != 40*time.Minute || len(c.RuoliAmmessi) != 2 || c.PgConnessioni != 4 || len(c.RetiInterne) != 6 {
			t.Errorf("settings in force: %+v", c)
		}
	})
	t.Run("a secret comes from its file without the final newline", func(t *testing.T) {
		f := filepath.Join(t.TempDir(), "chiave")
		if err := os.WriteFile(f, []byte("abc \n"), 0o600); err != nil {
			t.Fatal(err)
		}
		ambiente(t, map[string]string{"VERBALI_CHIAVE_FILE": f})
		c, err := config.Load[prova]()
		if err != nil || c.Chiave != "abc " {
			t.Errorf("chiave = %q, %v", c.Chiave, err)
		}
		if percorso := config.FileOf("chiave"); percorso != f {
			t.Errorf("it was read from %q", percorso)
		}
	})
	t.Run("the settings' file names the file of a secret", func(t *testing.T) {
		ambiente(t, nil)
		f := filepath.Join(t.TempDir(), "chiave")
		if err := errors.Join(os.WriteFile(f, []byte("abc"), 0o600), os.WriteFile("verbali.yaml", []byte("chiave_file: "+f+"\n"), 0o600)); err != nil {
			t.Fatal(err)
		}
		c, err := config.Load[prova]()
		if err != nil || c.Chiave != "abc" || config.FileOf("chiave") != f || config.FileOf("pg_dsn") != "" {
			t.Errorf("chiave = %q from %q, %v", c.Chiave, config.FileOf("chiave"), err)
		}
	})
	t.Run("the file gives values that variables override", func(t *testing.T) {
		ambiente(t, map[string]string{"VERBALI_DURATA": "2m"})
		if err := os.WriteFile("verbali.yaml", []byte("durata: 9m\nlog_livello: WARN\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := config.Load[prova]()
		if err != nil || c.Durata != 2*time.Minute || c.LogLivello != "WARN" {
			t.Errorf("settings in force: %+v, %v", c, err)
		}
	})
}

func TestCaricaNomesWhatIsWrong(t *testing.T) {
	casi := map[string]struct {
		env  map[string]string
		yaml string
		dice string
	}{
		"missing":          {env: map[string]string{"VERBALI_PG_DSN": ""}, dice: "VERBALI_PG_DSN: manca"},
		"not a duration":   {env: map[string]string{"VERBALI_DURATA": "presto"}, dice: "VERBALI_DURATA: "},
		"too short":        {env: map[string]string{"VERBALI_DURATA": "1s"}, dice: "VERBALI_DURATA: "},
		"not a level":      {env: map[string]string{"VERBALI_LOG_LIVELLO": "FORTE"}, dice: "VERBALI_LOG_LIVELLO: "},
		"secret file away": {env: map[string]string{"VERBALI_CHIAVE_FILE": "/non/c/e"}, dice: "VERBALI_CHIAVE_FILE: "},
		"unknown key":      {yaml: "pg_dns: x\n", dice: "pg_dns"},
		"not a network":    {env: map[string]string{"VERBALI_RETI_INTERNE": "casa"}, dice: "VERBALI_RETI_INTERNE"},
	}
	for nome, caso := range casi {
		t.Run(nome, func(t *testing.T) {
			ambiente(t, caso.env)
			if caso.yaml != "" {
				if err := os.WriteFile("verbali.yaml", []byte(caso.yaml), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			_, err := config.Load[prova]()
			var v *config.ValueError
			if !errors.As(err, &v) || !strings.Contains(err.Error(), caso.dice) {
				t.Errorf("error %v does not say %q", err, caso.dice)
			}
		})
	}
}

func TestDescriviHidesSecrets(t *testing.T) {
	ambiente(t, map[string]string{"VERBALI_CHIAVE": "segretissima"})
	c, err := config.Load[prova]()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := config.Describe(&out, c); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "segretissima") || strings.Contains(out.String(), "VERBALI_- ") || !strings.Contains(out.String(), "VERBALI_CHIAVE ") {
		t.Errorf("printed settings:\n%s", out.String())
	}
}
