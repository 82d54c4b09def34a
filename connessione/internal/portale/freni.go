package portale

import (
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/internal/freno"
	"github.com/piattaforma-verbali/verbali/connessione/internal/instradamento"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

const (
	// attesaReti bounds the waits of a network wider than an address, which neighbours may share.
	attesaReti = time.Minute
	// attesaTarga bounds the waits of those who were wrong about a plate that many guess at.
	attesaTarga = 5 * time.Minute
	// ovunque is how many times as much as of one address is let pass about one plate, from everywhere.
	ovunque = 3
)

// larghezze is how many times as much as of one address is let pass from the networks of web.Networks.
var larghezze = [web.Widths]int{1, 2, 4} //nolint:gochecknoglobals // a table

// Freni are the limits of wrong keys.
type Freni struct {
	indirizzo [web.Widths]*freno.Freno // by network, of the anonymous door and of accounts
	targa     [web.Widths]*freno.Freno // by network and plate, of the anonymous door
	ovunque   *freno.Freno             // by plate, of the anonymous door: for networks that were wrong about it
	utenza    *freno.Conto             // by account, where the fine is not of its person
}

// Misura is how many wrong keys a minute are let pass of an address, of an address about a plate, of an account.
type Misura struct{ Indirizzo, Targa, Utenza int }

// NuoviFreni makes the limits; each in memory remembers so many keys.
func NuoviFreni(m Misura, pools freno.Pools, chiavi int, adesso func() time.Time) Freni {
	f := Freni{ovunque: freno.Bersagli(ovunque*m.Targa, chiavi, adesso).Fino(attesaTarga), utenza: freno.NuovoConto(pools, m.Utenza, adesso)}
	for i, volte := range larghezze {
		f.indirizzo[i], f.targa[i] = freno.Nuovo(volte*m.Indirizzo, chiavi, adesso), freno.Nuovo(volte*m.Targa, chiavi, adesso)
		if i > 0 {
			f.indirizzo[i].Fino(attesaReti)
		}
	}
	return f
}

// rete limits the networks of an address, the narrowest first.
func (f Freni) rete(indirizzo string) (soglie []freno.Soglia) {
	for i, rete := range web.Networks(indirizzo) {
		soglie = append(soglie, freno.Soglia{Freno: f.indirizzo[i], Chiave: rete})
	}
	return soglie
}

// anonime limits the networks of an address, also about a plate, and the guesses about the plate from everywhere. The last
// limit makes only networks wait that were wrong themselves: a right pair from another is answered, whatever others try.
// Different right pairs offset wrong ones of their address, not of a plate.
func (f Freni) anonime(indirizzo string, c instradamento.Coppia) []freno.Soglia {
	soglie, reti, targa := f.rete(indirizzo), web.Networks(indirizzo), c.Targa
	for i := range soglie {
		soglie[i].Prova = c.IUV + " " + targa
	}
	for i, rete := range reti {
		soglie = append(soglie, freno.Soglia{Freno: f.targa[i], Chiave: rete + " " + targa})
	}
	return append(soglie, freno.Soglia{Freno: f.ovunque, Chiave: targa, Chi: reti[len(reti)-1]})
}
