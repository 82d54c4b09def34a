package main

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"runtime"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
)

// The costs of core's argon2id (OWASP's first choice): the limit computes the same.
const (
	argonMemoria  = 19 * 1024 // KiB
	argonPassate  = 2
	argonCorsie   = 1
	argonSale     = 16
	argonImpronta = 32
)

// rigaAccessi compares logins with the hashes that the machine computes without anything around them.
func rigaAccessi() riga {
	return riga{
		nome:   "accessi",
		titolo: "accessi a core sul bus, contro gli argon2id che la macchina calcola nello stesso minuto",
		misura: misuraAccessi,
	}
}

// chiamantiAccessi are the numbers of callers at once.
func chiamantiAccessi() []int { return []int{1, 2, 8} }

// utenzeAccessi are accounts of the local data, each with the same password.
func utenzeAccessi() []string {
	var nomi []string
	for _, tenant := range []string{"alfa", "beta"} {
		for ruolo := range strings.FieldsSeq("operatore ufficio agente integratore amministratore cittadino") {
			nomi = append(nomi, ruolo+"."+tenant)
		}
	}
	return nomi
}

// tornata is what so many callers reached, between a measurement of the limit and the next: the limit
// is the mean of the two, hashes a second.
type tornata struct {
	misura.Misurazione
	limite float64
}

// anticamera is the measurement: who asks core, and where the time of the last run went.
type anticamera struct {
	*banco.Banco
	sportello   *banco.Sportello
	utenze      []string
	gen         misura.Generatore
	prima, dopo banco.Consumo
	entrati     int
	argon       passato // of all the measurements of the limit
}

func misuraAccessi(ctx context.Context, b *banco.Banco) (e esito, err error) {
	s, err := b.ApriSportello(ctx)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, s.Chiudi()) }()
	a := &anticamera{Banco: b, sportello: s, utenze: utenzeAccessi()}
	if _, err := a.accessi(ctx, 2); err != nil { // pools of the tenants opened
		return e, err
	}
	var tutti [][]tornata
	for i := range banco.Giri {
		b.Annota("accessi: giro %d di %d (limite, accessi, limite …)", i+1, banco.Giri)
		g, err := a.giro(ctx)
		if err != nil {
			return e, err
		}
		tutti = append(tutti, g)
	}
	e = esito{Cifre: cifreAccessi(chiamantiAccessi(), tutti), Note: []string{
		fmt.Sprintf("chiedi.core.accesso con credenziali giuste, %d utenze, ogni volta da un altro indirizzo; il limite è argon2id (m=%d MiB, t=%d, p=%d) "+
			"in carico, su %d processori. Un chiamante solo ne tiene occupato uno.",
			len(a.utenze), argonMemoria/1024, argonPassate, argonCorsie, runtime.GOMAXPROCS(0)),
		fmt.Sprintf("processore per accesso con %d chiamanti, in ms: %s; per un argon2id da solo: %s.",
			chiamantiAccessi()[len(chiamantiAccessi())-1], banco.PerUnita(a.prima, a.dopo, a.entrati), misura.Numero(a.argon.perRichiesta()/1000)),
	}}
	return e, nil
}

// giro is limit, logins, limit, and so on for each number of callers.
func (a *anticamera) giro(ctx context.Context) ([]tornata, error) {
	prima, err := a.limite(ctx)
	if err != nil {
		return nil, err
	}
	var giro []tornata
	for _, quanti := range chiamantiAccessi() {
		m, err := a.accessi(ctx, quanti)
		if err != nil {
			return nil, err
		}
		dopo, err := a.limite(ctx)
		if err != nil {
			return nil, err
		}
		giro = append(giro, tornata{Misurazione: m, limite: misura.Media(prima.AlSecondo(), dopo.AlSecondo())})
		prima = dopo
	}
	return giro, nil
}

func (a *anticamera) limiti(insieme int) misura.Limiti {
	return misura.Limiti{Durata: a.Opz.Durata(3*time.Second, time.Second), Massimo: 20_000, Insieme: insieme}
}

// limite computes hashes on every processor: nothing that checks a password can be faster.
func (a *anticamera) limite(ctx context.Context) (misura.Misurazione, error) {
	prima := a.Consumi()["carico"]
	m, err := a.gen.Chiuso(ctx, a.limiti(runtime.GOMAXPROCS(0)), func(_ context.Context, n int64) error {
		if k := argon2.IDKey(fmt.Appendf(nil, "%s %d", banco.Password, n), make([]byte, argonSale), argonPassate, argonMemoria, argonCorsie, argonImpronta); len(k) != argonImpronta {
			return fmt.Errorf("argon2id di %d byte", len(k))
		}
		return nil
	})
	a.argon.aggiungi(m, a.Consumi()["carico"]-prima)
	return m, err
}

// accessi lets so many callers log in, one account after the other.
func (a *anticamera) accessi(ctx context.Context, quanti int) (misura.Misurazione, error) {
	a.prima = a.Consumi()
	m, err := a.gen.Chiuso(ctx, a.limiti(quanti), func(ctx context.Context, n int64) error {
		_, err := a.sportello.Accedi(ctx, a.utenze[int(n)%len(a.utenze)], indirizzoDi(n))
		return err
	})
	a.dopo, a.entrati = a.Consumi(), len(m.Latenze)
	return m, err
}

// indirizzoDi spreads the callers over the addresses kept for measurements (RFC 2544, 198.18.0.0/15):
// core lets few attempts of one account from one address be judged at once.
func indirizzoDi(n int64) string {
	n %= 1 << 17
	return netip.AddrFrom4([4]byte{198, byte(18 + n>>16), byte(n >> 8), byte(n)}).String()
}

func cifreAccessi(chiamanti []int, tutti [][]tornata) []misura.Cifra {
	const rispetto = "soli argon2id"
	var ritmi, latenze []misura.Cifra
	var ogniLimite []float64
	for i, quanti := range chiamanti {
		var accessi, limiti, p50, p99 []float64
		for _, giro := range tutti {
			t := giro[i]
			accessi, limiti = append(accessi, t.AlSecondo()), append(limiti, t.limite)
			p50, p99 = append(p50, misura.Millisecondi(misura.Percentile(t.Latenze, 50))), append(p99, misura.Millisecondi(misura.Percentile(t.Latenze, 99)))
		}
		ritmi = append(ritmi, misura.Confronta(fmt.Sprintf("accessi, chiamanti: %d", quanti), "/s", rispetto, accessi, limiti)[0])
		latenze = append(latenze,
			misura.Cifra{Nome: fmt.Sprintf("p50, chiamanti: %d", quanti), Valore: misura.Mediana(p50), Unita: "ms"},
			misura.Cifra{Nome: fmt.Sprintf("p99, chiamanti: %d", quanti), Valore: misura.Mediana(p99), Unita: "ms"})
		ogniLimite = append(ogniLimite, limiti...)
	}
	return append(append(ritmi, misura.Cifra{Nome: "  " + rispetto, Valore: misura.Mediana(ogniLimite), Unita: "/s"}), latenze...)
}
