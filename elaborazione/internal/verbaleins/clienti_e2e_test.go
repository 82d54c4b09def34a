//go:build e2e

package verbaleins_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// risultati is what the two foreign clients print.
type risultati struct {
	Inserito, Ripetuto, Letto, Annullato rispostaLetta

	Variato, Dopo                                                    variazioniLette
	Rifiutato, Assente, Formato, Cursore, Estraneo, Cifrata, Scaduta erroreLetto
}

type rispostaLetta struct {
	Esito, IDEsterno, IDVerbale, Numero, Lettera, Procedura, Debito string

	Anno   int
	Avviso []struct {
		NumeroAvviso, IUV, Tipo string
		ImportoCent, Giorni     int
	}
	Avvertenza []string
	Sequenza   int
}

type variazioniLette struct {
	Variazione []rispostaLetta
	Cursore    string
	Altre      bool
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
			for _, ingresso := range []string{"BASIC", "TOKEN"} {
				t.Run(nome+" usa ogni operazione e capisce i rifiuti da "+porta+" con "+ingresso, func(t *testing.T) {
					t.Parallel()
					s := nuovoFinto()
					url := servitoreVero(t, s)
					confronta(t, s, lancia(t, comando, url+"?wsdl", porta, "integratore.alfa", testkit.PasswordGiusta, ingresso))
				})
			}
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
	if d := cmp.Diff([]string{"PROVA: è <sicuro> & certo"}, i.Avvertenza); d != "" || r.Ripetuto.Esito != "GIA_PRESENTE" {
		t.Error(r.Ripetuto.Esito, d)
	}
	if l.IDVerbale != identita().IDVerbale || l.Procedura != "VALIDATO" || l.Debito != "NON_ESIGIBILE" || len(l.Avviso) != 2 {
		t.Errorf("risposta di leggiVerbale: %+v", l)
	}
	if a := r.Annullato; a.IDEsterno != "CLIENTE-1" || a.IDVerbale != identita().IDVerbale || a.Numero != "12" || a.Procedura != "SCARTATO" {
		t.Errorf("risposta di annullaVerbale: %+v", a)
	}
	confrontaVariazioni(t, r)
	confrontaRifiuti(t, r)
	ricevuto := s.ricevuto("CLIENTE-1")
	attesa := time.Date(2026, 3, 1, 11, 20, 0, 0, calendario.Roma())
	if ricevuto.Veicolo.Targa != "AB123CD" || !ricevuto.DataOraViolazione.Equal(attesa) {
		t.Errorf("ricevuto: %+v", ricevuto)
	}
	var tutti []byte
	for b := range 256 {
		tutti = append(tutti, byte(b))
	}
	if len(ricevuto.Allegati) != 1 || !bytes.Equal(ricevuto.Allegati[0].Contenuto, bytes.Repeat(tutti, 300)) {
		t.Errorf("l'allegato non è arrivato com'era: %d", len(ricevuto.Allegati))
	}
}

func confrontaVariazioni(t *testing.T, r risultati) {
	t.Helper()
	if v := r.Variato; len(v.Variazione) != 1 || v.Cursore != "c1" || v.Altre || v.Variazione[0].IDEsterno != "CLIENTE-1" ||
		v.Variazione[0].Sequenza != 1 || len(v.Variazione[0].Avviso) != 2 || v.Variazione[0].Procedura != "VALIDATO" {
		t.Errorf("risposta di leggiVariazioni: %+v", v)
	}
	if v := r.Dopo; len(v.Variazione) != 0 || v.Cursore != "c1" || v.Altre {
		t.Errorf("risposta di leggiVariazioni dopo il cursore: %+v", v)
	}
}

func confrontaRifiuti(t *testing.T, r risultati) {
	t.Helper()
	for nome, c := range map[string]struct {
		letto  erroreLetto
		codice string
		campi  []string
	}{
		"due campi errati":    {r.Rifiutato, "DATI_NON_VALIDI", []string{"verbale.idEsterno", "verbale.reparto"}},
		"una chiave ignota":   {r.Assente, "NON_TROVATO", []string{"idEsterno"}},
		"un atto formato":     {r.Formato, "ATTO_GIA_FORMATO", []string{"idEsterno"}},
		"un cursore altrui":   {r.Cursore, "DATI_NON_VALIDI", []string{"cursore"}},
		"un estraneo":         {r.Estraneo, "CREDENZIALI_NON_VALIDE", nil},
		"una password digest": {r.Cifrata, "CREDENZIALI_NON_AMMESSE", nil},
		"una richiesta tarda": {r.Scaduta, "RICHIESTA_SCADUTA", nil},
	} {
		if c.letto.Codice != c.codice || !slices.Equal(c.letto.Campi, c.campi) {
			t.Errorf("%s: %+v", nome, c.letto)
		}
	}
}
