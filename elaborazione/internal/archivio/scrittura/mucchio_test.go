package scrittura

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// strani are texts that mean something to whoever reads an array, a row, JSON or a separator.
func strani() []string {
	return []string{
		"", " ", "NULL", `"`, `""`, `\`, `\\`, `\"`, `'`, ",", "(", ")", "{", "}", "()", "{}", `{"a":"b\"c"}`, `("x","y")`, `a\b"c`, "a,b", "\x1f", "\x01",
		"\n", "\r\n\t", "à è €", "🚗", "$1", "::uuid", strings.Repeat(`\"`, 300),
	}
}

func TestRigaAndataERitorno(t *testing.T) {
	t.Parallel()
	conn := testkit.NuovoAmbiente(t, "alfa").Collega(t, "elaborazione", "alfa")
	legge := func(t rapid.TB, sql string, m *mucchio, dove ...any) {
		t.Helper()
		letterale, err := m.letterale()
		if err == nil {
			err = conn.QueryRow(context.Background(), sql, letterale).Scan(dove...)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Run("un testo qualsiasi resta quello che è", func(t *testing.T) {
		var m mucchio
		for _, s := range strani() {
			m.aggiungi(s, "prima", s, "", s, nil, "dopo", s)
		}
		var letti []string
		var nulli int
		legge(t, `SELECT array_agg(attore), count(*) FILTER (WHERE esito IS NULL) FROM unnest($1::riga_registro[])
			WHERE attore = oggetto_tipo AND attore = motivo AND traccia = attore AND azione = 'prima' AND oggetto = '' AND indirizzo = 'dopo'`, &m, &letti, &nulli)
		if d := cmp.Diff(strani(), letti); d != "" || nulli != len(strani()) {
			t.Errorf("%d nulli %s", nulli, d)
		}
	})
	t.Run("una lista qualsiasi resta quella che è", func(t *testing.T) {
		var m mucchio
		for _, lista := range [][]string{strani(), {}, nil, {""}, {"uno"}} {
			m.aggiungi(uuid.Nil, "", "", time.Time{}, "", "", "", "", lista)
		}
		var letti []string
		legge(t, `SELECT array_agg(array_to_json(articoli)::text ORDER BY posto)
			FROM unnest($1::riga_cercata[]) WITH ORDINALITY x(a, b, c, d, e, f, g, h, articoli, posto)`, &m, &letti)
		var prima []string
		if err := json.Unmarshal([]byte(letti[0]), &prima); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(strani(), prima); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff([]string{`[]`, `[]`, `[""]`, `["uno"]`}, letti[1:]); d != "" {
			t.Error(d)
		}
	})
	t.Run("numeri, giorni, istanti, byte e JSON", func(t *testing.T) {
		var m mucchio
		due := int64(2)
		istante := time.Date(2026, 3, 29, 3, 30, 0, 123456789, calendario.Roma())
		m.aggiungi(uuid.UUID{15: 9}, -3, int64(9_999_999_999), nil, uuid.Nil, nil, []byte{0, '\\', '"', 255}, json.RawMessage(`{"x":"\"\\"}`),
			"", "", "", "", "", "", "", "", istante, true, calendario.MustParse("1999-12-31"), "", "", "", "", &due, (*int64)(nil), false, calendario.Giorno{})
		m.testo = m.testo[:len(m.testo)-2] // as long as a row of a fine is
		m.testo = append(m.testo, strings.Repeat(",", 26)+`)"`...)
		var letto string
		legge(t, `SELECT concat_ws(' ', id, anno, numero, lettera IS NULL, integratore IS NULL, encode(impronta, 'hex'), risposta->>'x',
				data_violazione AT TIME ZONE 'UTC', senza_ora, data_accertamento, latitudine_micro, longitudine_micro IS NULL, contestato,
				data_contestazione IS NULL, dispositivo IS NULL) FROM unnest($1::riga_verbale_2[])`, &m, &letto)
		if atteso := `00000000-0000-0000-0000-000000000009 -3 9999999999 t t 005c22ff "\ 2026-03-29 01:30:00.123456 t 1999-12-31 2 t f t t`; letto != atteso {
			t.Errorf("%s\natteso %s", letto, atteso)
		}
	})
	t.Run("ogni testo, per sorte", func(t *testing.T) {
		rapid.Check(t, func(r *rapid.T) {
			s := rapid.StringMatching(`[\x01-\x7f€🚗"\\]{0,40}`).Draw(r, "testo")
			var m mucchio
			m.aggiungi(s, "", s, nil, nil, nil, nil, nil)
			var letto string
			legge(r, `SELECT attore FROM unnest($1::riga_registro[]) WHERE attore = oggetto_tipo`, &m, &letto)
			if letto != s {
				r.Fatalf("%q è diventato %q", s, letto)
			}
		})
	})
	t.Run("un valore di cui non si sa la forma non parte", func(t *testing.T) {
		var m mucchio
		m.aggiungi("a", struct{}{})
		if _, err := m.letterale(); err == nil {
			t.Error("nessun errore")
		}
	})
}

// TestTipiDiRiga: the columns of each statement are the attributes of its type, in the same order.
func TestTipiDiRiga(t *testing.T) {
	t.Parallel()
	conn := testkit.NuovoAmbiente(t, "alfa").Collega(t, "elaborazione", "alfa")
	forma := regexp.MustCompile(`(?s)^INSERT INTO (\w+) \((.*?)\)\s+SELECT \* FROM unnest\(\$1::(riga_\w+)\[\]\)(?: RETURNING posizione, quando)?$`)
	for _, sql := range []string{
		nuovoVerbale, nuovoSoggetto, nuovaPosizione, nuovaViolazione, nuovoAvviso, nuovaNotifica, nuovoPagamento, nuovoRicorso,
		nuovaScadenza, nuovaAnomalia, nuovoDocumento, nuovoEvento, nuovoRegistro, nuovaUscita,
	} {
		parti := forma.FindStringSubmatch(sql)
		if parti == nil {
			t.Fatalf("istruzione di altra forma: %s", sql)
		}
		var attributi, tipi, colonne string
		if err := conn.QueryRow(t.Context(), `SELECT string_agg(a.attname, ' ' ORDER BY a.attnum), string_agg(format_type(a.atttypid, a.atttypmod), ' ' ORDER BY a.attnum),
				string_agg(format_type(c.atttypid, c.atttypmod), ' ' ORDER BY a.attnum)
			FROM pg_attribute a LEFT JOIN pg_attribute c ON c.attrelid = $2::regclass AND c.attname = a.attname
			WHERE a.attrelid = $1::regclass AND a.attnum > 0`, parti[3], parti[1]).Scan(&attributi, &tipi, &colonne); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(attributi, strings.Join(strings.FieldsFunc(parti[2], func(r rune) bool { return strings.ContainsRune(", \n\t", r) }), " ")); d != "" {
			t.Errorf("%s: %s", parti[1], d)
		}
		if d := cmp.Diff(tipi, colonne); d != "" {
			t.Errorf("%s: %s non è come la tabella: %s", parti[1], parti[3], d)
		}
	}
	for _, sql := range []string{
		mutaVerbale, mutaVeicolo, mutaDispositivo, mutaPosizione, mutaAvviso, mutaNotifica, mutaPagamento, mutaRicorso, mutaScadenza, mutaAnomalia, cercaVerbali,
	} {
		if _, err := conn.Prepare(t.Context(), fmt.Sprintf("prova_%p", &sql), sql); err != nil {
			t.Errorf("%v: %s", err, sql)
		}
	}
}

// TestUnisciPrendeOgniTavola: rows gathered apart are the rows gathered together, whatever the table.
func TestUnisciPrendeOgniTavola(t *testing.T) {
	t.Parallel()
	insieme, una, altra := nuoveScritture(), nuoveScritture(), nuoveScritture()
	quanti := 0
	for _, w := range []*scritture{una, altra, insieme, insieme} {
		for _, v := range []reflect.Value{reflect.ValueOf(&w.nuove).Elem(), reflect.ValueOf(&w.mutate).Elem(), reflect.ValueOf(w).Elem()} {
			for i := range v.NumField() {
				if m, ok := reflect.TypeAssert[*mucchio](reflect.NewAt(v.Field(i).Type(), v.Field(i).Addr().UnsafePointer())); ok {
					m.aggiungi(i, fmt.Sprint("testo ", i))
					quanti++
				}
			}
		}
	}
	nuove := nuoveScritture()
	nuove.unisci(una)
	nuove.unisci(altra)
	if d := cmp.Diff(insieme, nuove, cmp.AllowUnexported(scritture{}, tavole{}, mucchio{})); d != "" || quanti < 4*30 {
		t.Errorf("%d mucchi\n%s", quanti, d)
	}
	if d := cmp.Diff("{\"(0,\\\"testo 0\\\")\"", string(una.nuove.verbali.testo)); d != "" {
		t.Errorf("the rows that were joined have changed: %s", d)
	}
}
