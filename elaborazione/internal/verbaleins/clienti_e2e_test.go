//go:build e2e

package verbaleins_test

import (
	"encoding/json"
	"errors"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/piattaforma-verbali/verbali/shared/calendario"
)

// risultati is what the two foreign clients print.
type risultati struct {
	Inserito, Letto    rispostaLetta
	Rifiutato, Assente erroreLetto
}

type rispostaLetta struct {
	Esito, IDEsterno, IDVerbale, Numero, Lettera, Procedura, Debito string

	Anno   int
	Avviso []struct {
		NumeroAvviso, IUV, Tipo string
		ImportoCent, Giorni     int
	}
	Avvertenza []string
}

type erroreLetto struct {
	Messaggio, Codice string
	Campi             []string
}

// pythonConZeep finds the interpreter that has zeep: Debian's own, when another comes first in PATH.
func pythonConZeep(t *testing.T) string {
	t.Helper()
	for _, p := range []string{"/usr/bin/python3", "python3"} {
		if exec.CommandContext(t.Context(), p, "-c", "import zeep").Run() == nil {
			return p
		}
	}
	t.Fatal("serve python3 con zeep (pacchetto python3-zeep)")
	return ""
}

func TestClientiEstranei(t *testing.T) {
	t.Parallel()
	clienti := map[string][]string{
		"zeep":     {pythonConZeep(t), "testdata/clienti/cliente.py"},
		"php-soap": {"php", "testdata/clienti/cliente.php"},
	}
	for nome, comando := range clienti {
		for _, porta := range []string{"VerbaleInsSoap11", "VerbaleInsSoap12"} {
			t.Run(nome+" inserisce, legge e capisce i rifiuti da "+porta, func(t *testing.T) {
				t.Parallel()
				s := nuovoFinto()
				confronta(t, s, lancia(t, comando, servitore(t, s).URL+"/?wsdl", porta))
			})
		}
	}
}

func lancia(t *testing.T, comando []string, argomenti ...string) (r risultati) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), comando[0], slices.Concat(comando[1:], argomenti)...)
	uscita, err := cmd.Output()
	if err != nil {
		var detto []byte
		if e, si := errors.AsType[*exec.ExitError](err); si {
			detto = e.Stderr
		}
		t.Fatalf("%v: %v\n%s%s", cmd.Args, err, detto, uscita)
	}
	//nolint:musttag // the clients print the names of the schema, which differ from ours in case only
	if err := json.Unmarshal(uscita, &r); err != nil {
		t.Fatalf("%v\n%s", err, uscita)
	}
	return r
}

func confronta(t *testing.T, s *finto, r risultati) {
	t.Helper()
	i, l := r.Inserito, r.Letto
	if i.Esito != "INSERITO" || i.IDVerbale != identita().IDVerbale || i.Numero != "12" || i.Lettera != "V" || i.Anno != 2026 ||
		len(i.Avviso) != 2 || i.Avviso[0].ImportoCent != 2940 || i.Avviso[1].Giorni != 60 {
		t.Errorf("risposta di inserisciVerbale: %+v", i)
	}
	if d := cmp.Diff([]string{"PROVA: è <sicuro> & certo"}, i.Avvertenza); d != "" {
		t.Error(d)
	}
	if l.IDVerbale != identita().IDVerbale || l.Procedura != "VALIDATO" || l.Debito != "NON_ESIGIBILE" || len(l.Avviso) != 2 {
		t.Errorf("risposta di leggiVerbale: %+v", l)
	}
	if d := cmp.Diff([]string{"verbale.idEsterno", "verbale.reparto"}, r.Rifiutato.Campi); d != "" || r.Rifiutato.Codice != "DATI_NON_VALIDI" {
		t.Errorf("rifiuto: %+v %s", r.Rifiutato, d)
	}
	if r.Assente.Codice != "NON_TROVATO" || r.Assente.Messaggio == "" {
		t.Errorf("assente: %+v", r.Assente)
	}
	ricevuto := s.ricevuto(l.IDEsterno)
	attesa := time.Date(2026, 3, 1, 11, 20, 0, 0, calendario.Roma())
	if ricevuto.Veicolo.Targa != "AB123CD" || !ricevuto.DataOraViolazione.Equal(attesa) || string(ricevuto.Allegati[0].Contenuto) != "foto" {
		t.Errorf("ricevuto: %+v", ricevuto)
	}
}
