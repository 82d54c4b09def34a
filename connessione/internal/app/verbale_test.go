package app

import (
	"cmp"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// verbaleProva is a fine as elaborazione would write it: art. 153 c. 10, band 87–344 euro, 12 euro
// of expenses, one position of the owner with its two notices.
type verbaleProva struct {
	Tenant        string
	ID, Posizione uuid.UUID
	Numero        int64
	Lettera       string
	Anno          int
	Targa         string
	Procedura     string
	Ricorso       string
	CodiceFiscale string // of the owner; empty: unknown
	GiornoZero    string
	SenzaProva    bool // of the service
	Pagati        []pagato
	Sconto        bool
	Avvisi        []pagopa.Avviso // RIDOTTO_30, RIDOTTO
	idAvvisi      []uuid.UUID
}

type pagato struct {
	cent    int64
	giorno  string
	ridotto bool // with the notice RIDOTTO instead of RIDOTTO_30
	canale  string
}

const spese = 1200

// inserisci writes a fine into a tenant; each has its own number and notices.
func (b *banco) inserisci(t *testing.T, nome string, n int64, ritocchi ...func(*verbaleProva)) *verbaleProva {
	t.Helper()
	v := &verbaleProva{Tenant: nome, ID: uuid.New(), Posizione: uuid.New(), Numero: n, Lettera: "A", Anno: 2026,
		Targa: fmt.Sprintf("AB%03dCD", n%1000), Procedura: "VALIDATO", Ricorso: "NESSUNO", Sconto: true}
	for _, r := range ritocchi {
		r(v)
	}
	if v.Avvisi == nil {
		v.Avvisi = avvisi(t, nome, n)
	}
	b.scrivi(t, v)
	return v
}

// avvisi are two notice numbers of a tenant's range.
func avvisi(t *testing.T, nome string, n int64) []pagopa.Avviso {
	t.Helper()
	var due []pagopa.Avviso
	for i := range int64(2) {
		a, err := pagopa.Componi("01", fmt.Sprintf("%d%012d", len(nome), n*2+i))
		if err != nil {
			t.Fatal(err)
		}
		due = append(due, a)
	}
	return due
}

func (b *banco) esegui(t *testing.T, nome, sql string, args ...any) {
	t.Helper()
	if _, err := b.scrivono[nome].Exec(t.Context(), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func (b *banco) scrivi(t *testing.T, v *verbaleProva) {
	t.Helper()
	b.esegui(t, v.Tenant, `INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione,
			data_violazione, data_accertamento, luogo_istat, luogo_indirizzo, agenti, note, procedura, debito, ricorso, punti, riscossione)
		VALUES ($1, $2, $3, $4, 'SOAP', 'prova', 'PL01', $5, 'AUTOVEICOLO', 'IT', '2026-08-01T08:30:00Z', '2026-08-01', '058091',
			'Via Roma', '{A001}', 'nota con il nome di ROSSI', $6, 'NON_ESIGIBILE', $7, 'NON_DOVUTI', 'NESSUNA')`,
		v.ID, v.Anno, v.Numero, v.Lettera, v.Targa, v.Procedura, v.Ricorso)
	b.esegui(t, v.Tenant, `INSERT INTO violazione (verbale, ordine, codice, articolo, comma, testo, minimo_cent, massimo_cent, notturna,
			sconto30, pagamento_ridotto, versione_tabella)
		VALUES ($1, 1, '153-10', '153', '10', 'Uso improprio dei proiettori', 8700, 34400, false, $2, true, 'prova')`, v.ID, v.Sconto)
	b.scriviPosizione(t, v)
	tipi, importi := []string{"RIDOTTO_30", "RIDOTTO"}, []int64{6090 + spese, 8700 + spese}
	for i, a := range v.Avvisi {
		if i == 0 && !v.Sconto { // no discount, no notice of it
			v.idAvvisi = append(v.idAvvisi, uuid.Nil)
			continue
		}
		v.idAvvisi = append(v.idAvvisi, uuid.New())
		b.esegui(t, v.Tenant, `INSERT INTO avviso (id, verbale, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente, importo_cent, spese_cent, giorni)
			VALUES ($1, $2, $3, $4, $5, $6, '80012345670', $7, $8, $9)`, v.idAvvisi[i], v.ID, v.Posizione, tipi[i], a.Numero, a.IUV, importi[i], spese, []int{5, 60}[i])
	}
	for i, p := range v.Pagati {
		quale := v.idAvvisi[0]
		if p.ridotto {
			quale = v.idAvvisi[1]
		}
		b.esegui(t, v.Tenant, `INSERT INTO pagamento (id, verbale, avviso, importo_cent, data, canale, riferimento)
			VALUES ($1, $2, $3, $4, $5, $7, $6)`, uuid.New(), v.ID, quale, p.cent, p.giorno, fmt.Sprint(v.ID, i), cmp.Or(p.canale, "PAGOPA"))
	}
	b.esegui(t, v.Tenant, `INSERT INTO evento (verbale, sequenza, tipo, posizione, data_legale, attore, prova)
		VALUES ($1, 1, 'INSERITO', NULL, '2026-08-01', 'prova', ''), ($1, 2, 'PROVA', $2, '2026-08-02', 'prova', 'AR-12345')`, v.ID, v.Posizione)
}

func (b *banco) scriviPosizione(t *testing.T, v *verbaleProva) {
	t.Helper()
	var soggetto *uuid.UUID
	if v.CodiceFiscale != "" {
		id := uuid.New()
		soggetto = &id
		b.esegui(t, v.Tenant, `INSERT INTO soggetto (id, tipo, codice_fiscale, cognome, nome, data_nascita, indirizzo, comune)
			VALUES ($1, 'PERSONA', $2, 'ROSSI', 'MARIO', '1980-01-01', 'Via Segreta 1', 'Roma')`, id, v.CodiceFiscale)
	}
	var zero calendario.Giorno
	if v.GiornoZero != "" {
		zero = calendario.MustParse(v.GiornoZero)
	}
	prova := "AR-12345"
	if v.SenzaProva || zero.IsZero() {
		prova = ""
	}
	b.esegui(t, v.Tenant, `INSERT INTO posizione (id, verbale, ordine, titolo, soggetto, giorno_zero, prova) VALUES ($1, $2, 1, 'OBBLIGATO', $3, $4, $5)`,
		v.Posizione, v.ID, soggetto, zero, prova)
}

// emetti publishes the fact of the fine's notices through elaborazione's outbox.
func (b *banco) emetti(t *testing.T, v *verbaleProva) {
	t.Helper()
	ctx := tenant.With(t.Context(), b.ambiente.Tenant(v.Tenant))
	database, err := b.elabora.Tenant(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := database.Transaction(ctx, func(tx *db.Tx) error {
		return tx.Publish(event.AvvisoEmesso{IDVerbale: v.ID.String(), Sequenza: 1})
	}); err != nil {
		t.Fatal(err)
	}
}

// documento stores a file and its row.
func (b *banco) documento(t *testing.T, v *verbaleProva, tipo, contenuto string) string {
	t.Helper()
	r, err := b.deposito.Metti(t.Context(), v.Tenant, []byte(contenuto), "application/pdf")
	if err != nil {
		t.Fatal(err)
	}
	id := uuid.New()
	b.esegui(t, v.Tenant, `INSERT INTO documento (id, verbale, posizione, tipo, nome, mime, sha256, byte)
		VALUES ($1, $2, $3, $4, $5, 'application/pdf', $6, $7)`, id, v.ID, v.Posizione, tipo, "foglio «"+tipo+"».pdf", r.SHA256, r.Byte)
	return id.String()
}

// chiave is the body that finds the fine.
func (v *verbaleProva) chiave() oggetto {
	return oggetto{"numero": strconv.FormatInt(v.Numero, 10), "lettera": v.Lettera, "targa": v.Targa}
}

// intera is the key of the whole paper.
func (v *verbaleProva) intera() oggetto {
	k := v.chiave()
	k["anno"], k["dataViolazione"] = v.Anno, "2026-08-01"
	return k
}

func (v *verbaleProva) coppia() oggetto { return oggetto{"iuv": v.Avvisi[0].IUV, "targa": v.Targa} }

// attesa bounds every wait for a signal: a machine under load is slow, and nothing is gained by giving up early.
const attesa = time.Minute
