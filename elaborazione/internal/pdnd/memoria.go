package pdnd

import (
	"sync"
	"time"
)

// riposo is how long PDND is not asked again for what it has just refused: a bulk would repeat it thousands of times.
const riposo = 30 * time.Second

// memoria is what became of the vouchers since the start of this process.
type memoria struct {
	mu     sync.Mutex
	usi    map[nomeUso]ricordo
	chiavi map[nomeChiave]ricordoChiave
}

type nomeUso struct{ tenant, eService string }

type nomeChiave struct{ tenant, clientID, kid string }

// ricordo is of an e-service.
type ricordo struct {
	riuscita, scade, errore time.Time
	servita                 time.Time // last call that had its headers, also with a voucher that was kept
	frase                   string    // of the error
	audience                []string
	chiesti, serviti        int64
	rifiuti                 map[string]rifiutoDi // by purpose and kid: who corrects the settings does not wait
}

type rifiutoDi struct {
	quando time.Time
	err    error
}

// ricordoChiave is of a key: when PDND last took it, and when it last refused it.
type ricordoChiave struct{ riuscita, rifiutata time.Time }

func nuovaMemoria() *memoria {
	return &memoria{usi: map[nomeUso]ricordo{}, chiavi: map[nomeChiave]ricordoChiave{}}
}

// avuto keeps that PDND has given a voucher.
func (m *memoria) avuto(u uso, v voucher, adesso time.Time) {
	m.cambia(u, v.Kid, func(r *ricordo, k *ricordoChiave) {
		r.riuscita, r.scade, r.audience, k.riuscita = adesso, v.Scade, v.Audience, adesso
		r.chiesti++
		delete(r.rifiuti, u.Finalita+v.Kid)
	})
}

// negato keeps that PDND has refused an assertion.
func (m *memoria) negato(u uso, kid string, err error, adesso time.Time) {
	m.cambia(u, kid, func(r *ricordo, k *ricordoChiave) {
		k.rifiutata = adesso
		if r.rifiuti == nil {
			r.rifiuti = map[string]rifiutoDi{}
		}
		r.rifiuti[u.Finalita+kid] = rifiutoDi{adesso, err}
	})
}

// servito keeps that a call has its headers.
func (m *memoria) servito(u uso, adesso time.Time) {
	m.cambia(u, "", func(r *ricordo, _ *ricordoChiave) { r.serviti, r.servita = r.serviti+1, adesso })
}

// fallito keeps why a call did not have its headers.
func (m *memoria) fallito(u uso, frase string, adesso time.Time) {
	m.cambia(u, "", func(r *ricordo, _ *ricordoChiave) { r.errore, r.frase = adesso, frase })
}

func (m *memoria) cambia(u uso, kid string, f func(*ricordo, *ricordoChiave)) {
	nu, nk := nomeUso{u.Tenant, u.Nome}, nomeChiave{u.Tenant, u.Cliente.ClientID, kid}
	m.mu.Lock()
	defer m.mu.Unlock()
	r, k := m.usi[nu], m.chiavi[nk]
	f(&r, &k)
	m.usi[nu] = r
	if kid != "" {
		m.chiavi[nk] = k
	}
}

// rifiutata is PDND's refusal of a key for an e-service while it is fresh, else nil.
func (m *memoria) rifiutata(u uso, kid string, adesso time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.usi[nomeUso{u.Tenant, u.Nome}].rifiuti[u.Finalita+kid]
	if r.err == nil || adesso.Sub(r.quando) >= riposo {
		return nil
	}
	return r.err
}

// di returns the memory of an e-service.
func (m *memoria) di(u uso) ricordo {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.usi[nomeUso{u.Tenant, u.Nome}]
}

// chiave returns the memory of a key.
func (m *memoria) chiave(tenant, clientID, kid string) ricordoChiave {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.chiavi[nomeChiave{tenant, clientID, kid}]
}
