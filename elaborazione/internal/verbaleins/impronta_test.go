package verbaleins_test

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// TestImprontaNonCambiaNelTempo pins the value: fingerprints are stored, and a change would turn every
// repeated insertion into a conflict.
func TestImprontaNonCambiaNelTempo(t *testing.T) {
	t.Parallel()
	for contenuto, attesa := range map[string]string{
		completa: "bbb36d94826e1f77bcf05f3f32c472e25f908f3c076a146cd90ed6fc8c1875ee",
		strings.Replace(completa, "    <rilascio>2024-05-01</rilascio>\n    <giaTitolare>1</giaTitolare>\n", "", 1): "39e8aef4d02a60008b238b03ccb20cbaddf43ea4945a3c87a27647ac99fe6d85",
		completaDiPrima(): "efa72441477464b6c273b7a2d4aedb8e4ae7324a016dc684e1c15ddd2d92b24e",
		minima:            "5237d1bac81d081e27e764aa4b9868dff51d70cb6fe4c7d417d4908ffa7e45c4",
	} {
		i := richiesta.Impronta(deveLeggere(t, contenuto))
		if hex.EncodeToString(i[:]) != attesa {
			t.Errorf("%x, attesa %s", i, attesa)
		}
	}
}

func TestImprontaNonDipendeDalModoDiScrivere(t *testing.T) {
	t.Parallel()
	attesa := richiesta.Impronta(deveLeggere(t, completa))
	casi := map[string]*strings.Replacer{
		"altri spazi":                     strings.NewReplacer(">\n", ">\n\n\t", "<numero>0012<", "<numero> 12\n<"),
		"un'altra scrittura della targa":  strings.NewReplacer("ab 123-cd", "AB123CD"),
		"lo stesso istante altrove":       strings.NewReplacer("2026-03-01T10:20:30.5+01:00", "2026-03-01T04:20:30.500-05:00"),
		"l'ora di Roma senza scostamento": strings.NewReplacer("10:20:30.5+01:00", "10:20:30.50"),
		"zeri iniziali e finali":          strings.NewReplacer("0012", "00012", "12.350", "012.35", "131.5", "+131.50", "2026</anno>", "+02026</anno>"),
		"maiuscole dove non contano": strings.NewReplacer(">v<", ">V<", "rssncl80a02a944x", "RSSNCL80A02A944X", ">bo<", ">BO<",
			"126bis", "126 Bis", "9 BIS", "9-bis", "G-bis", "gbis"),
		"l'Italia sottintesa":            strings.NewReplacer("<nazione>I</nazione>", "", "<nazione>IT</nazione>", ""),
		"una data con il fuso":           strings.NewReplacer("2026-03-02<", "2026-03-02Z<", "2025-11-30+01:00", "2025-11-30"),
		"un booleano scritto per esteso": strings.NewReplacer("<contestazioneImmediata>1<", "<contestazioneImmediata>true<"),
		"CDATA, commenti e riferimenti":  strings.NewReplacer("Prova &amp; figli", "<![CDATA[Prova & figli]]>", "PL01", "P<!-- -->L&#48;1"),
		"base64 senza a capo":            strings.NewReplacer("Zm90\n      bw==", "Zm90bw=="),
		"decimali sotto il milionesimo":  strings.NewReplacer("44.4949487", "44.494949"),
		"a capo diversi dentro le note":  strings.NewReplacer("una riga\n    e un'altra", "una riga\r\ne un'altra"),
	}
	for nome, r := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			altra := r.Replace(completa)
			if altra == completa {
				t.Fatal("la riscrittura non cambia nulla")
			}
			if richiesta.Impronta(deveLeggere(t, altra)) != attesa {
				t.Error("impronta diversa")
			}
		})
	}
}

func TestImprontaNonDipendeDaiPrefissi(t *testing.T) {
	t.Parallel()
	contenuto := strings.NewReplacer("</", "</q:", "<", "<q:").Replace(completa)
	r, err := soap.Read(strings.NewReader(imbusta(`<q:inserisciVerbale xmlns:q="`+verbaleins.Spazio+`">`+contenuto+`</q:inserisciVerbale>`)), "text/xml", "", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	v, err := verbaleins.LeggiInserisciVerbale(r.Corpo)
	if err != nil || richiesta.Impronta(v) != richiesta.Impronta(deveLeggere(t, completa)) {
		t.Errorf("impronta diversa %v", err)
	}
}

// TestImprontaDistingueLeRichieste takes every good mutant that says something else: all fingerprints
// differ.
func TestImprontaDistingueLeRichieste(t *testing.T) {
	t.Parallel()
	uguali := map[string]bool{ // mutants that only write the same in another way
		"ora universale": true, "data con fuso": true, "articolo con suffisso staccato": true, "articolo con suffisso unito dal trattino": true,
		"nazione di tre lettere": true, "velocità con due decimali di cui uno è zero": true, "contestazione true": true,
		"contenuto in CDATA": true, "xsi:schemaLocation": true, "commenti nei valori": true, "CDATA nei valori": true,
		"targa di 40 caratteri": true, "meno zero è zero": true, "latitudine con dodici decimali": true, "lettera con suffisso unito": true,
		"nome vuoto": true, "cognome vuoto": true, // an absent name and an empty one
		"tipo maiuscolo": true, "tipo con parametri staccati": true,
	}
	viste := map[[32]byte]string{richiesta.Impronta(deveLeggere(t, completa)): "completa"}
	for _, m := range mutanti() {
		if m.campo != "" || uguali[m.nome] {
			continue
		}
		i := richiesta.Impronta(deveLeggere(t, m.contenuto()))
		if prima, c := viste[i]; c {
			t.Errorf("%s e %s hanno la stessa impronta", m.nome, prima)
		}
		viste[i] = m.nome
	}
	if len(viste) < 35 {
		t.Errorf("solo %d mutanti validi", len(viste))
	}
}

// disegna draws a fine within the bounds of the schema.
func disegna(t *rapid.T) richiesta.Verbale {
	parola := rapid.StringMatching(`[a-zà-ù]{1,6}`)
	v := richiesta.Verbale{
		IDEsterno:         rapid.StringMatching(`[A-Z0-9]{1,4}`).Draw(t, "idEsterno"),
		Numero:            rapid.StringMatching(`([1-9][0-9]{0,2})?`).Draw(t, "numero"),
		Lettera:           rapid.StringMatching(`[A-Z]{0,2}`).Draw(t, "lettera"),
		DataOraViolazione: time.Unix(rapid.Int64Range(1_700_000_000, 1_700_000_100).Draw(t, "istante"), 0),
		Veicolo:           richiesta.Veicolo{Targa: parola.Draw(t, "targa"), Marca: rapid.StringMatching(`[a-z]{0,3}`).Draw(t, "marca"), Modello: rapid.StringMatching(`[a-z]{0,3}`).Draw(t, "modello")},
		Note:              rapid.StringMatching(`[a-z]{0,3}`).Draw(t, "note"),
		Reparto:           parola.Draw(t, "reparto"),
	}
	for range rapid.IntRange(0, 2).Draw(t, "violazioni") {
		v.Violazioni = append(v.Violazioni, richiesta.Violazione{Articolo: rapid.StringMatching(`[12]`).Draw(t, "articolo"),
			Comma: rapid.StringMatching(`[12]`).Draw(t, "comma"), Lettera: rapid.StringMatching(`[ab]?`).Draw(t, "lettera")})
	}
	for range rapid.IntRange(0, 2).Draw(t, "agenti") {
		v.Agenti = append(v.Agenti, richiesta.Agente{Matricola: rapid.StringMatching(`[12]{1,2}`).Draw(t, "agente")})
	}
	if rapid.Bool().Draw(t, "persona") {
		v.Trasgressore = &richiesta.Soggetto{Persona: &richiesta.Persona{Cognome: parola.Draw(t, "cognome"), Nome: parola.Draw(t, "nome")}}
	}
	return v
}

func TestImprontaUgualeSeESoloSeUgualeIlContenuto(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := disegna(t)
		b := innesta(a, disegna(t), rapid.IntRange(0, 8).Draw(t, "innesto"))
		stessa := richiesta.Impronta(a) == richiesta.Impronta(b)
		if uguali := descrivi(a) == descrivi(b); stessa != uguali {
			t.Fatalf("impronta uguale: %v, contenuto uguale: %v\n%s\n%s", stessa, uguali, descrivi(a), descrivi(b))
		}
		c := a
		c.DataOraViolazione = a.DataOraViolazione.In(time.FixedZone("x", rapid.IntRange(-50_000, 50_000).Draw(t, "fuso")))
		if richiesta.Impronta(a) != richiesta.Impronta(c) {
			t.Fatal("lo stesso istante in un altro fuso cambia l'impronta")
		}
	})
}

// innesta gives a with one field of b.
func innesta(a, b richiesta.Verbale, campo int) richiesta.Verbale {
	switch campo {
	case 0:
		a.IDEsterno = b.IDEsterno
	case 1:
		a.Numero = b.Numero
	case 2:
		a.Lettera = b.Lettera
	case 3:
		a.DataOraViolazione = b.DataOraViolazione
	case 4:
		a.Veicolo = b.Veicolo
	case 5:
		a.Note = b.Note
	case 6:
		a.Violazioni = b.Violazioni
	case 7:
		a.Agenti = b.Agenti
	default:
		a.Trasgressore = b.Trasgressore
	}
	return a
}

// descrivi writes a drawn fine so that different ones read different.
func descrivi(v richiesta.Verbale) string {
	s := fmt.Sprintf("%q %q %q %d %+v %q %q %+v %q", v.IDEsterno, v.Numero, v.Lettera, v.DataOraViolazione.Unix(), v.Veicolo, v.Note, v.Reparto, v.Violazioni, v.Agenti)
	if v.Trasgressore != nil {
		s += fmt.Sprintf("%q", *v.Trasgressore.Persona)
	}
	return s
}
