package lettore_test

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/revisione"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
)

// precedente is the table as it was before it was corrected.
func precedente(t *testing.T) *sanzione.Tabella {
	t.Helper()
	f, err := os.Open("../../legge/sanzione/precedente.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	prima, err := sanzione.Carica(f)
	if err != nil {
		t.Fatal(err)
	}
	return prima
}

// vuoto is the bench without the violations of its own fine.
func vuoto(t *testing.T) banco {
	t.Helper()
	b := nuovoBanco(t)
	b.scrivi(t, `DELETE FROM violazione`)
	return b
}

// insieme are n fines of an instant by a row of the earlier table, from number da on.
type insieme struct {
	codice, istante string
	da, n           int
}

// prezza records them.
func (b banco) prezza(t *testing.T, prima *sanzione.Tabella, x insieme) (ids []uuid.UUID) {
	t.Helper()
	codice, istante, da, n := x.codice, x.istante, x.da, x.n
	quando := momento(istante)
	s, c := prima.Cerca(codice, calendario.Da(quando))
	if !c {
		t.Fatalf("the earlier table has no %s on %s", codice, istante)
	}
	for i := range n {
		ids = append(ids, numerato(da+i))
	}
	b.scrivi(t, `INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione, data_violazione, data_accertamento,
			luogo_istat, luogo_indirizzo, agenti, procedura, debito, ricorso, punti, riscossione)
		SELECT id, 2026, $2 + n, 'R', 'SOAP', 'prova', 'PL01', 'AB123CD', 'AUTOVEICOLO', 'IT', $3, ($3 AT TIME ZONE 'Europe/Rome')::date, '058091', 'Via Roma', '{}',
			'VALIDATO', 'NON_ESIGIBILE', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA' FROM unnest($1::uuid[]) WITH ORDINALITY x(id, n)`, ids, da, quando)
	b.scrivi(t, `INSERT INTO violazione (verbale, ordine, codice, articolo, comma, lettera, testo, minimo_cent, massimo_cent, notturna, sconto30, pagamento_ridotto,
			punti, accessoria, versione_tabella)
		SELECT id, 1, $2, $3, $4, $5, $6, $7, $8, false, $9, $10, $11, $12, $13 FROM unnest($1::uuid[]) x(id)`, ids, s.Codice, s.Articolo, s.Comma,
		s.LetteraCitata(""), s.Testo, int64(s.MinCent), int64(s.MaxCent), s.AmmetteSconto(false), s.PagamentoRidotto, s.Punti, s.Accessoria, prima.Versione())
	b.scrivi(t, `INSERT INTO posizione (id, verbale, ordine, titolo) SELECT id, id, 1, 'OBBLIGATO' FROM unnest($1::uuid[]) x(id)`, ids)
	return ids
}

// numerato is the n-th id of a test, in their order.
func numerato(n int) uuid.UUID {
	var id uuid.UUID
	id[0], id[14], id[15] = 1, byte(n>>8), byte(n)
	return id
}

// tutti are the fines concerned, page by page.
func (b banco) tutti(t *testing.T, tratto lettore.Tratto, quanti int) (voci []revisione.Verbale) {
	t.Helper()
	for {
		pagina, altri, err := b.Rivedi(b.ctx, sanzione.Iniziale(), tratto, quanti, giorno("2026-11-23"))
		if err != nil || len(pagina) > quanti {
			t.Fatalf("%d: %v", len(pagina), err)
		}
		if voci = append(voci, pagina...); altri == uuid.Nil {
			return voci
		}
		tratto.Dopo = altri
	}
}

func idsDi(voci []revisione.Verbale) (ids []uuid.UUID) {
	for _, v := range voci {
		ids = append(ids, v.IDVerbale)
	}
	return ids
}

const (
	diGiorno = "2026-09-10T10:00:00+02:00"
	diNotte  = "2026-09-10T23:10:00+02:00"
	nel2024  = "2024-06-10T10:00:00+02:00"
)

// Exactly the fines that a corrected row priced, whatever the size of the page; none of those whose row stands, whose words
// alone are others, or whose days the earlier row still prices.
func TestReviewOfFinesOfTheTableBefore(t *testing.T) {
	t.Parallel()
	b, prima := vuoto(t), precedente(t)
	var vuole []uuid.UUID
	n := 0
	for _, c := range []struct {
		codice, istante string
		riguarda        bool
	}{
		{"142-7", diGiorno, false}, {"15-2", diGiorno, true}, {"158-2-d", diGiorno, false}, {"20-4", diGiorno, false}, {"7-15", nel2024, false},
		{"7-15", diGiorno, true},
		{"6-12", diGiorno, true}, {"191-1", diGiorno, false}, {"164-8", diGiorno, true}, {"173-3", diGiorno, true}, {"142-8", diGiorno, false},
		{"142-8", diNotte, true}, // the night third is missing
	} {
		if ids := b.prezza(t, prima, insieme{c.codice, c.istante, n, 5}); c.riguarda {
			vuole = append(vuole, ids...)
		}
		n += 5
	}
	b.scrivi(t, `UPDATE verbale SET importato = true WHERE id = $1`, vuole[0])
	vuole = vuole[1:]
	for _, quanti := range []int{3, 1000} {
		if trovati := idsDi(b.tutti(t, lettore.Tratto{}, quanti)); !slices.Equal(trovati, vuole) {
			t.Errorf("pages of %d: %d fines, want %d\n%v", quanti, len(trovati), len(vuole), trovati)
		}
	}
	if importati, err := b.Importati(b.ctx, lettore.Tratto{}); err != nil || importati != 1 {
		t.Errorf("importati: %d %v", importati, err)
	}
	for nome, c := range map[string]struct {
		tratto lettore.Tratto
		quanti int
	}{
		"il giorno":       {lettore.Tratto{Da: giorno("2026-09-10"), A: giorno("2026-09-10")}, len(vuole)},
		"il giorno prima": {lettore.Tratto{A: giorno("2026-09-09")}, 0},
		"il giorno dopo":  {lettore.Tratto{Da: giorno("2026-09-11")}, 0},
		"di due righe":    {lettore.Tratto{Codici: []string{"6-12", "142-7"}}, 5},
	} {
		if voci := b.tutti(t, c.tratto, 1000); len(voci) != c.quanti {
			t.Errorf("%s: %d, not %d", nome, len(voci), c.quanti)
		}
	}
}

// A fine priced by this very table has nothing to be compared, and one whose row nobody has chosen yet neither.
func TestReviewLeavesAlone(t *testing.T) {
	t.Parallel()
	b, prima := vuoto(t), precedente(t)
	ids := b.prezza(t, prima, insieme{"15-2", diGiorno, 0, 3})
	b.scrivi(t, `UPDATE violazione SET versione_tabella = $2 WHERE verbale = $1`, ids[0], sanzione.Iniziale().Versione())
	b.scrivi(t, `UPDATE violazione SET candidati = '{15-2,15-3-altre}' WHERE verbale = $1`, ids[1])
	if trovati := idsDi(b.tutti(t, lettore.Tratto{}, 10)); !slices.Equal(trovati, ids[2:]) {
		t.Errorf("%v", trovati)
	}
}

// Names of the accessory sanctions count before their words.
func TestReviewOfAncillarySanctions(t *testing.T) {
	t.Parallel()
	b, prima := vuoto(t), precedente(t)
	ids := b.prezza(t, prima, insieme{"164-8", diGiorno, 0, 2})
	b.scrivi(t, `UPDATE violazione SET conseguenze = '{RITIRO_DOCUMENTO,RITIRO_PATENTE}', accessoria = 'con altre parole' WHERE verbale = $1`, ids[0])
	if trovati := idsDi(b.tutti(t, lettore.Tratto{}, 10)); !slices.Equal(trovati, ids[1:]) {
		t.Errorf("%v", trovati)
	}
}

// Many more fines than are compared at a time, each looked at once.
func TestReviewOfManyFines(t *testing.T) {
	t.Parallel()
	b, prima := vuoto(t), precedente(t)
	const n = 5000
	b.prezza(t, prima, insieme{"20-4", diGiorno, 0, n}) // other words: the database cannot tell, the law does
	ids := b.prezza(t, prima, insieme{"15-2", diGiorno, n, 3})
	var trovati []uuid.UUID
	ctx, fine := context.WithTimeout(b.ctx, 20*time.Second)
	defer fine()
	err := b.Difformi(ctx, sanzione.Iniziale(), lettore.Tratto{}, func(d lettore.Difforme) bool {
		trovati = append(trovati, d.Verbale)
		return true
	})
	if err != nil || !slices.Equal(trovati, ids) {
		t.Errorf("%v %v", trovati, err)
	}
}

// The fines of a stretch, as they were asked and as a decree would ask them.
func TestADecreeIsSimulated(t *testing.T) {
	t.Parallel()
	b, prima := vuoto(t), precedente(t)
	b.prezza(t, prima, insieme{"142-7", diGiorno, 0, 3})
	notte := b.prezza(t, prima, insieme{"142-7", diNotte, 3, 2})
	scartati := b.prezza(t, prima, insieme{"142-7", diGiorno, 5, 2})
	importati := b.prezza(t, prima, insieme{"142-7", diGiorno, 7, 1})
	b.prezza(t, prima, insieme{"142-7", nel2024, 8, 4})
	b.scrivi(t, `UPDATE violazione SET notturna = true WHERE verbale = ANY ($1)`, notte)
	b.scrivi(t, `UPDATE verbale SET procedura = 'SCARTATO' WHERE id = ANY ($1)`, scartati)
	b.scrivi(t, `UPDATE verbale SET importato = true WHERE id = ANY ($1)`, importati)
	gruppi, verbali, err := b.Gruppi(b.ctx, lettore.Tratto{Da: giorno("2026-09-01"), A: giorno("2026-09-30")})
	if err != nil || verbali != 5 || len(gruppi) != 2 {
		t.Fatalf("%d %+v %v", verbali, gruppi, err)
	}
	dal := giorno("2027-01-01")
	dopo, err := sanzione.Aggiorna(sanzione.Iniziale(), sanzione.Decreto{ValidoDa: dal, VariazioneMillesimi: 50, Fonte: "D.M. di prova"})
	if err != nil {
		t.Fatal(err)
	}
	chiesto, decreto, err := revisione.Simula(dopo, dal, gruppi)
	if err != nil || chiesto != 3*4200+2*5600 || decreto != 3*4400+2*5867 {
		t.Errorf("%d %d %v", chiesto, decreto, err)
	}
}
