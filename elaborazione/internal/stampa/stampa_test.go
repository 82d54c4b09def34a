package stampa_test

import (
	"bytes"
	"errors"
	"io/fs"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/shared/spine/static"
)

func TestAttoStampato(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola, file string
		atto         stampa.Atto
		pagine       int
	}{
		{"the owner gets the act, a notice with two amounts and the form of the driver", "obbligato.txt", esempio(), 4},
		{"the author of the violation is not asked who drove", "trasgressore.txt", trasgressore(), 2},
		{"the owner names nobody when the driver was stopped", "contestato.txt", contestato(), 2},
		{"without the discount the notice has one amount", "solo_ridotto.txt", soloRidotto(), 4},
		{"without a reduced payment there is no notice", "senza_avviso.txt", senzaAvviso(), 2},
		{"with a postal account each amount has its page and its slip", "conto_postale.txt", conBarre(conConto(esempio())), 4},
		{"a company abroad, more than a thousand euro", "estero.txt", estero(), 4},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			pdf := rendi(t, c.atto)
			confronta(t, c.file, testo(t, pdf))
			if n := len(parole(t, pdf)); n != c.pagine {
				t.Errorf("%d pages, want %d", n, c.pagine)
			}
		})
	}
}

func TestAvvisoAnonimo(t *testing.T) {
	t.Parallel()
	for file, a := range map[string]stampa.Atto{
		"anonimo.txt": esempio(), "anonimo_conto_postale.txt": conBarre(conConto(esempio())), "anonimo_contestato.txt": contestatoAlConducente(),
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			controllaAnonimo(t, file, a)
		})
	}
}

func controllaAnonimo(t *testing.T, file string, a stampa.Atto) {
	t.Helper()
	pdf, err := stampatore(t).RendiAvvisoAnonimo(a)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(parole(t, pdf)); n != 1 && (n != 2 || a.Comando.ContoPostale == "") { // a blank side is for envelopes
		t.Errorf("%d pages", n)
	}
	scritto := testo(t, pdf)
	confronta(t, file, scritto)
	for _, personale := range []string{a.Destinatario.Nome, a.Destinatario.CodiceFiscale, a.Destinatario.Via, "Garibaldi"} {
		if strings.Contains(scritto, personale) {
			t.Errorf("the anonymous notice shows %q", personale)
		}
	}
	a.Destinatario = stampa.Destinatario{}
	altro, err := stampatore(t).RendiAvvisoAnonimo(a)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(pdf, altro) {
		t.Error("the anonymous notice depends on the addressee")
	}
}

// TestUnaDataDelVerbale: the act, the form of the driver and the payment notice call the fine by one number and one date.
func TestUnaDataDelVerbale(t *testing.T) {
	t.Parallel()
	date := map[string]int{}
	for _, x := range regexp.MustCompile(`(?i)verbale n\. 4711/V/2026\s+del ([0-9/]+)`).FindAllStringSubmatch(testo(t, rendi(t, esempio())), -1) {
		date[x[1]]++
	}
	if len(date) != 1 || date["20/11/2026"] < 3 {
		t.Error(date)
	}
}

// The act says what its addressee, its violations and its day of service make it say.
func TestParoleDellAtto(t *testing.T) {
	t.Parallel()
	con := func(cambia func(*stampa.Atto)) stampa.Atto {
		a := esempio()
		cambia(&a)
		return a
	}
	diritto := func(d stampa.Diritto) stampa.Atto {
		return con(func(a *stampa.Atto) { a.Destinatario.Diritto = d })
	}
	const inVece = "del veicolo e perciò, in vece del proprietario, obbligato in solido con l'autore"
	for regola, c := range map[string]struct {
		atto    stampa.Atto
		dice    []string
		nonDice []string
	}{
		"a name stands for the signature": {esempio(), []string{"Dott. Luigi Bianchi", "Firma autografa sostituita", "art. 385, comma 3, d.P.R. 495/1992"}, nil},
		"nobody knows by which right":     {esempio(), []string{"in qualità di obbligato in solido con l'autore", "contro la sua volontà (art. 196, comma 1, CdS)"}, []string{"in vece", "proprietario del veicolo"}},
		"the owner":                       {diritto(stampa.DirittoProprietario), []string{"in qualità di proprietario del veicolo, obbligato in solido"}, []string{"in vece"}},
		"the lessee":                      {diritto(stampa.DirittoLocatario), []string{"in qualità di locatario " + inVece}, nil},
		"the usufructuary":                {diritto(stampa.DirittoUsufruttuario), []string{"in qualità di usufruttuario " + inVece}, nil},
		"the buyer":                       {diritto(stampa.DirittoAcquirente), []string{"in qualità di acquirente con patto di riservato dominio " + inVece}, nil},
		"who drove is a new driver, and not the owner": {con(func(a *stampa.Atto) { a.PuntiTotali, a.ConducenteNoto, a.Neopatentato = 12, true, true }), []string{
			"È prevista la decurtazione di 12 punti dalla patente del conducente, già identificato", "i punti sono raddoppiati, perché la violazione è dei primi tre anni",
			"Riguardano lui soltanto: il destinatario non perde punti e non deve comunicarne i dati.",
		}, []string{"deve comunicare a questo Comando", "modulo allegato"}},
		"nobody knows who drove":       {esempio(), []string{"dalla patente di chi guidava; i punti sono raddoppiati nei casi previsti", "deve comunicare a questo Comando"}, []string{"già identificato"}},
		"a violation without discount": {misto(), []string{"La riduzione non è ammessa per art. 146, comma 3 (art. 202, comma 1, CdS)"}, []string{"non comprendono"}},
		"a violation without reduced payment": {con(func(a *stampa.Atto) {
			*a = misto()
			a.Violazioni[1].SenzaRidotto = true
		}), []string{"Gli importi indicati non comprendono le violazioni che non ammettono il pagamento in misura ridotta (art. 202, commi 3 e 3-bis, CdS): art. 146, comma 3;"}, []string{"La riduzione non è ammessa"}},
		"only the day is known": {con(func(a *stampa.Atto) { a.SenzaOra = true }), []string{"Il giorno 12/11/2026, in Via", "Data della violazione 12/11/2026 Targa"}, []string{"08:31"}},
		"the driver had it in hand": {contestatoAlConducente(), []string{
			"entro il 17/11/2026", "entro l'11/01/2027", "dopo l'11/01/2027, senza ricorso", "entro 30 giorni dalla contestazione, cioè entro il 14/12/2026",
			"è stata contestata al destinatario il 12/11/2026", "I termini decorrono dalla contestazione del 12/11/2026.",
		}, []string{"dalla notificazione", "dalla notifica", "è notificato ai sensi", "Il giorno della notifica non si conta", "giacenza"}},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			letto := scorrevole(t, rendi(t, c.atto))
			for _, x := range c.dice {
				if !strings.Contains(letto, x) {
					t.Errorf("it does not say %q:\n%s", x, letto)
				}
			}
			for _, x := range c.nonDice {
				if strings.Contains(letto, x) {
					t.Errorf("it says %q", x)
				}
			}
		})
	}
}

func TestStessoAttoStessiByte(t *testing.T) {
	t.Parallel()
	primo := rendi(t, esempio())
	for range 5 {
		if !bytes.Equal(primo, rendi(t, esempio())) {
			t.Fatal("the same act gave other bytes: its hash would not be its name")
		}
	}
	altro := esempio()
	altro.Destinatario.Nome = "ROSSI MARIA"
	if bytes.Equal(primo, rendi(t, altro)) {
		t.Error("another act gave the same bytes")
	}
}

func TestStampaConcorrente(t *testing.T) {
	t.Parallel()
	s := stampatore(t)
	atteso, err := s.Rendi(esempio())
	if err != nil {
		t.Fatal(err)
	}
	var gruppo sync.WaitGroup
	for range 8 {
		gruppo.Go(func() {
			if ha, err := s.Rendi(esempio()); err != nil || !bytes.Equal(ha, atteso) {
				t.Errorf("a concurrent act differs (error %v)", err)
			}
		})
	}
	gruppo.Wait()
}

func TestPesoDelFile(t *testing.T) {
	t.Parallel()
	if n := len(rendi(t, esempio())); n > 120_000 {
		t.Errorf("the act weighs %d bytes, more than 120 KB", n)
	}
	pdf := rendi(t, esempio())
	for _, chiave := range []string{"/FontFile2", "/Lang (it-IT)", "/Title", "/Author"} {
		if !bytes.Contains(pdf, []byte(chiave)) {
			t.Errorf("the file has no %s", chiave)
		}
	}
	if bytes.Contains(pdf, []byte("/Subtype /Type1")) {
		t.Error("a font is not embedded")
	}
}

// A file's own properties, which one reads without opening it, name nobody.
func TestNessunNomeFuoriDallePagine(t *testing.T) {
	t.Parallel()
	a := esempio()
	for _, nome := range []string{"ROSSI", "MARIO", a.Destinatario.CodiceFiscale, "Garibaldi"} {
		var sedici []byte
		for _, r := range nome { // as fpdf writes what is outside the pages
			sedici = append(sedici, 0, byte(r))
		}
		if pdf := rendi(t, a); bytes.Contains(pdf, []byte(nome)) || bytes.Contains(pdf, sedici) {
			t.Errorf("the file names %q outside its pages", nome)
		}
	}
}

func TestFontMancante(t *testing.T) {
	t.Parallel()
	nomi := map[string]string{
		static.FontRegular:  "Titillium Web",
		static.FontBold:     "Titillium Web Bold",
		static.FontSemibold: "Titillium Web SemiBold",
		static.FontMono:     "Roboto Mono",
	}
	for percorso, nome := range nomi {
		t.Run("without "+nome+" nothing is printed", func(t *testing.T) {
			t.Parallel()
			risorse := copia(t, nomi)
			delete(risorse, percorso)
			controllaMancante(t, risorse, nome, percorso, "make risorse")
			risorse[percorso] = &fstest.MapFile{Data: []byte("not a font at all")}
			controllaMancante(t, risorse, nome, percorso, "utilizzabile")
			risorse[percorso] = &fstest.MapFile{Data: leggiFont(t, percorso)[:2000]}
			controllaMancante(t, risorse, nome, percorso, "utilizzabile")
		})
	}
}

func controllaMancante(t *testing.T, risorse fs.FS, nome, file, frase string) {
	t.Helper()
	_, err := stampa.Nuovo(risorse)
	var mancante *stampa.FontMancante
	if !errors.As(err, &mancante) {
		t.Fatalf("Nuovo() = %v, want a FontMancante", err)
	}
	if mancante.Nome != nome || mancante.File != file || !strings.Contains(err.Error(), nome) || !strings.Contains(err.Error(), frase) {
		t.Errorf("the error %q does not name %s (%s) or does not say %q", err, nome, file, frase)
	}
}

func copia(t *testing.T, percorsi map[string]string) fstest.MapFS {
	t.Helper()
	risorse := fstest.MapFS{}
	for p := range percorsi {
		risorse[p] = &fstest.MapFile{Data: leggiFont(t, p)}
	}
	return risorse
}

func leggiFont(t *testing.T, percorso string) []byte {
	t.Helper()
	dati, err := fs.ReadFile(static.FS(), percorso)
	if err != nil {
		t.Fatalf("%v (run make risorse)", err)
	}
	return dati
}

// BenchmarkRendi measures acts a second on one core and bytes an act, each a file of its own.
func BenchmarkRendi(b *testing.B) {
	for _, c := range []struct {
		nome string
		atto stampa.Atto
	}{
		{"avviso_unico", esempio()},
		{"bollettini_e_barre", conBarre(conConto(esempio()))},
		{"dieci_violazioni", lungo()},
	} {
		b.Run(c.nome, func(b *testing.B) {
			s, scritti := stampatore(b), 0
			b.ReportAllocs()
			for b.Loop() {
				pdf, err := s.Rendi(c.atto)
				if err != nil {
					b.Fatal(err)
				}
				scritti += len(pdf)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "atti/s")
			b.ReportMetric(float64(scritti)/float64(b.N), "byte/atto")
		})
	}
}
