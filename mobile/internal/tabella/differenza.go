package tabella

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"sync"

	fisse "github.com/piattaforma-verbali/verbali/shared/spine/tabella"
)

// Bounds of the memory of the documents that tablets have.
const (
	documentiRicordati = 4096 // versions of documents, with the hashes of their tables
	versioniIndietro   = 8    // versions of core's tables compared with a version no longer in memory
	comuniIndietro     = 2    // of the municipalities, which are many
)

// storia is which tables the documents had that were given out lately, so that a tablet gets what has changed since its own.
// What was given by another process, or before a restart, is found among the versions of core.
type storia struct {
	mu        sync.Mutex
	documenti map[string][]impronta // by version
	ordine    []string
	passate   map[chiavePassata][]impronta // hashes of what core had in a version
}

// chiavePassata is a table of core in a version.
type chiavePassata struct {
	nome, tenant string
	versione     int
}

// ricorda notes a document of all the tables.
func (s *storia) ricorda(d Documento) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.documenti == nil {
		s.documenti = map[string][]impronta{}
	}
	if _, noto := s.documenti[d.Versione]; noto {
		return
	}
	s.documenti[d.Versione] = d.impronte()
	if s.ordine = append(s.ordine, d.Versione); len(s.ordine) > documentiRicordati {
		delete(s.documenti, s.ordine[0])
		s.ordine = s.ordine[1:]
	}
}

func (s *storia) documento(versione string) []impronta {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.documenti[versione]
}

func (d Documento) impronte() []impronta {
	tutte := make([]impronta, len(d.parti))
	for i, p := range d.parti {
		tutte[i] = p.impronta
	}
	return tutte
}

// Differenza gives what has changed in the tables of a tenant since a document that it was given: of each table that
// changed the rows that are new or other, and the keys of those that are no more. Where nobody knows that document any more
// it gives all the tables, as Tutte does.
func (s *Service) Differenza(ctx context.Context, tenant, dopo string) (Documento, error) {
	d, err := s.Tutte(ctx, tenant)
	if err != nil {
		return Documento{}, err
	}
	if d, err = s.Completa(ctx, d); err != nil { // the streets, in the version that the difference is told of
		return Documento{}, err
	}
	prima := s.storia.documento(dopo)
	if prima == nil {
		if prima, err = s.cerca(ctx, d, dopo); err != nil {
			return Documento{}, err
		}
	}
	if prima == nil {
		return d, nil
	}
	var cambiate []parte
	for i, nome := range Nomi() {
		if prima[i] == d.parti[i].impronta {
			continue
		}
		p, err := s.cambiata(ctx, nome, tenant, prima[i], d.parti[i])
		if err != nil {
			return Documento{}, err
		}
		cambiate = append(cambiate, p)
	}
	d.parti, d.Dopo = cambiate, dopo
	return d, nil
}

// cambiata is a table as a difference; whole where what it was is not known any more, as the departments.
func (s *Service) cambiata(ctx context.Context, nome, tenant string, prima impronta, adesso parte) (parte, error) {
	diCore, posto := origine(nome)
	if diCore == "" {
		return adesso, nil
	}
	if diCore != fisse.Strade {
		tenant = ""
	}
	attuale := s.tabelle.Versione(diCore, tenant)
	for n := attuale; n >= max(0, attuale-indietro(diCore)); n-- {
		k := chiavePassata{diCore, tenant, n}
		impronte, err := s.impronteDi(ctx, k)
		if err != nil {
			return parte{}, err
		}
		if impronte[posto] != prima {
			continue
		}
		vecchie, err := s.partiDi(ctx, k)
		if err != nil {
			return parte{}, err
		}
		return differenza(nome, vecchie[posto], adesso)
	}
	return adesso, nil
}

// cerca finds a document among those of which one table of core is in an earlier version; nil where none is it.
func (s *Service) cerca(ctx context.Context, d Documento, dopo string) ([]impronta, error) {
	for _, diCore := range []string{fisse.Violazioni, fisse.Strade, fisse.Comuni} {
		tenant := ""
		if diCore == fisse.Strade {
			tenant = d.tenant
		}
		attuale := s.tabelle.Versione(diCore, tenant)
		for n := attuale - 1; n >= max(0, attuale-indietro(diCore)); n-- {
			impronte, err := s.impronteDi(ctx, chiavePassata{diCore, tenant, n})
			if err != nil {
				return nil, err
			}
			prova := d
			prova.parti = slices.Clone(d.parti)
			for i, nome := range Nomi() {
				if di, posto := origine(nome); di == diCore {
					prova.parti[i].impronta = impronte[posto]
				}
			}
			if prova.firmato().Versione == dopo {
				return prova.impronte(), nil
			}
		}
	}
	return nil, nil
}

// origine is the table of core that a table of the tablets is made of, and its place among those; none for the departments.
func origine(nome string) (diCore string, posto int) {
	switch nome {
	case comuni:
		return fisse.Comuni, 0
	case violazioni:
		return fisse.Violazioni, 0
	case tariffe:
		return fisse.Violazioni, 1
	case strade:
		return fisse.Strade, 0
	}
	return "", 0
}

func indietro(diCore string) int {
	if diCore == fisse.Comuni {
		return comuniIndietro
	}
	return versioniIndietro
}

// impronteDi are the hashes of the tables that a version of core makes.
func (s *Service) impronteDi(ctx context.Context, k chiavePassata) ([]impronta, error) {
	s.storia.mu.Lock()
	note := s.storia.passate[k]
	s.storia.mu.Unlock()
	if note != nil {
		return note, nil
	}
	parti, err := s.partiDi(ctx, k)
	if err != nil {
		return nil, err
	}
	note = Documento{parti: parti}.impronte()
	s.storia.mu.Lock()
	defer s.storia.mu.Unlock()
	if s.storia.passate == nil || len(s.storia.passate) > documentiRicordati {
		s.storia.passate = map[chiavePassata][]impronta{}
	}
	s.storia.passate[k] = note
	return note, nil
}

// partiDi are the tables that a version of core makes, in the order of origine.
func (s *Service) partiDi(ctx context.Context, k chiavePassata) ([]parte, error) {
	switch k.nome {
	case fisse.Comuni:
		t, err := s.tabelle.PastComuni(ctx, k.versione)
		if err != nil {
			return nil, err
		}
		p, err := nuovaParte(comuni, t.Tutte())
		return []parte{p}, err
	case fisse.Strade:
		t, err := s.tabelle.PastStrade(ctx, k.tenant, k.versione)
		if err != nil {
			return nil, err
		}
		p, err := nuovaParte(strade, t.Tutte())
		return []parte{p}, err
	}
	t, err := s.tabelle.PastViolazioni(ctx, k.versione)
	if err != nil {
		return nil, err
	}
	righe, importi := dividi(t.Tutte())
	prima, err := nuovaParte(violazioni, righe)
	if err != nil {
		return nil, err
	}
	seconda, err := nuovaParte(tariffe, importi)
	return []parte{prima, seconda}, err
}

// chiaveRiga is what tells a row of a table from every other of it, as the row has it.
type chiaveRiga struct {
	Codice      string `json:"codice,omitempty"`
	CodiceIstat string `json:"codiceIstat,omitempty"`
	ValidoDa    string `json:"validoDa"`
}

// variate is a table as a difference.
type variate struct {
	Nuove []json.RawMessage `json:"nuove"`
	Tolte []chiaveRiga      `json:"tolte"`
}

// differenza compares two texts of a table, row by row.
func differenza(nome string, prima, adesso parte) (parte, error) {
	vecchie, err := righeDi(nome, prima)
	if err != nil {
		return parte{}, err
	}
	nuove, err := righeDi(nome, adesso)
	if err != nil {
		return parte{}, err
	}
	v := variate{Nuove: []json.RawMessage{}, Tolte: []chiaveRiga{}}
	com := make(map[chiaveRiga]json.RawMessage, len(vecchie.righe))
	for i, k := range vecchie.chiavi {
		com[k] = vecchie.righe[i]
	}
	for i, k := range nuove.chiavi {
		if vecchia, c := com[k]; !c || !bytes.Equal(vecchia, nuove.righe[i]) {
			v.Nuove = append(v.Nuove, nuove.righe[i])
		}
		delete(com, k)
	}
	for _, k := range vecchie.chiavi {
		if _, tolta := com[k]; tolta {
			v.Tolte = append(v.Tolte, k)
		}
	}
	dati, err := json.Marshal(v)
	if err != nil {
		return parte{}, err
	}
	return parte{impronta: adesso.impronta, testo: append([]byte(`,"`+nome+`":`), dati...)}, nil
}

// tavola is a table read back from its text.
type tavola struct {
	chiavi []chiaveRiga
	righe  []json.RawMessage
}

func righeDi(nome string, p parte) (t tavola, err error) {
	if err := json.Unmarshal(p.testo[len(`,"`+nome+`":`):], &t.righe); err != nil {
		return t, err
	}
	t.chiavi = make([]chiaveRiga, len(t.righe))
	for i, r := range t.righe {
		if err := json.Unmarshal(r, &t.chiavi[i]); err != nil {
			return t, err
		}
	}
	return t, nil
}
