package main

import (
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
)

func TestWrongRequestsStartNothing(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct {
		argomenti []string
		atteso    string
	}{
		"a row that does not exist":       {[]string{"--riga", "nessuna"}, "ci sono: ottica, avvio, autenticazione, spruzzo, lente, anagrafe, atto, inserimento, catena, send, importazione, ricerca, consultazione, comandi"},
		"an unknown option":               {[]string{"--nessuna"}, "nessuna"},
		"a word that is no option":        {[]string{"inserimento"}, "argomento inatteso: inserimento"},
		"a folder that does not exist":    {[]string{"--cartella", "/non/esiste", "--scarto", "1"}, "cartella temporanea"},
		"programs that are not built yet": {[]string{"--bin", "/non/esiste"}, "make build"},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			cartella := t.TempDir()
			argomenti := append([]string{"--cartella", cartella}, c.argomenti...)
			var uscita, diario strings.Builder
			err := esegui(t.Context(), argomenti, &uscita, &diario)
			if err == nil || !strings.Contains(err.Error(), c.atteso) {
				t.Errorf("error = %v, want it to say %q", err, c.atteso)
			}
			if resti, err := filepath.Glob(filepath.Join(cartella, "*")); err != nil || len(resti) > 0 {
				t.Errorf("left behind: %v, %v", resti, err)
			}
		})
	}
}

func TestShortRoundsAreShort(t *testing.T) {
	t.Parallel()
	opz, err := banco.LeggiOpzioni([]string{"--breve", "--bin", "x"}, &strings.Builder{})
	if err != nil {
		t.Fatal(err)
	}
	if d := opz.Durata(10*time.Second, time.Second); d != time.Second {
		t.Errorf("duration %s", d)
	}
	if !filepath.IsAbs(opz.Bin) {
		t.Errorf("folder of the programs: %s", opz.Bin)
	}
}

func TestPortsInUseAreSteppedOver(t *testing.T) {
	t.Parallel()
	scarto, err := banco.ScartoLibero()
	if err != nil {
		t.Fatal(err)
	}
	ascolto, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(banco.Servizi()[4].Porta+scarto)))
	if err != nil {
		t.Fatal(err)
	}
	defer ascolto.Close()
	if altro, err := banco.ScartoLibero(); err != nil || altro == scarto {
		t.Errorf("the same ports were given again: %d, %v", altro, err)
	}
}
