package motorizzazione

import "sync"

// The scenarios of plates of which the population register says another thing than this one does.
const (
	Trasferito = "080"
	Morto      = "081"
)

// Nota is a person whom a register of vehicles has named, and the scenario of the plate, empty for an ordinary one.
type Nota struct {
	Intestatario

	Scenario string
}

// Persone are those whom the registers of vehicles have named since the start: the registers of persons know them by the same
// names and addresses. Nil knows nobody.
type Persone struct {
	mu   sync.Mutex
	note map[string]Nota
}

// personeAlPiu bounds the memory; beyond it nobody new is known.
const personeAlPiu = 200_000

func (p *Persone) ricorda(scenario string, tutti []Intestatario) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.note == nil {
		p.note = map[string]Nota{}
	}
	for _, i := range tutti {
		if _, c := p.note[i.CodiceFiscale]; i.Tipo == "PERSONA" && (c || len(p.note) < personeAlPiu) {
			p.note[i.CodiceFiscale] = Nota{i, scenario}
		}
	}
}

// Di gives who has a tax code, among those named.
func (p *Persone) Di(codiceFiscale string) (n Nota, c bool) {
	if p == nil {
		return n, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	n, c = p.note[codiceFiscale]
	return n, c
}

// LuogoNascita is the comune with a cadastral code; false for an unknown comune, and for a State.
func LuogoNascita(catastale string) (nome, istat, provincia string, ok bool) {
	for _, c := range comuni() {
		if c.catastale == catastale {
			return c.nome, c.istat, c.provincia, true
		}
	}
	return "", "", "", false
}
