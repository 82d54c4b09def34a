package pdnd

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/modi"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
)

// portachiavi reads the keys of the commands from their files at each use, and parses one again only when it has changed.
type portachiavi struct {
	segreti string // folder
	mu      sync.Mutex
	lette   map[nomeFile]chiaveLetta
}

type nomeFile struct{ tenant, file string }

type chiaveLetta struct {
	impronta [sha256.Size]byte
	chiave   modi.Key
	err      error
}

// chiave gives the key of a file as it is now. kid is the name that the settings expect, empty for any.
func (p *portachiavi) chiave(tenant, file, kid string) (modi.Key, error) {
	testo, err := config.TenantSecret(p.segreti, tenant, file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return modi.Key{}, errors.New("nella cartella dei segreti del comando non c'è")
	case errors.Is(err, fs.ErrPermission):
		return modi.Key{}, errors.New("il servizio non lo può leggere")
	case err != nil:
		return modi.Key{}, err
	}
	letta := p.letta(nomeFile{tenant, file}, testo)
	if letta.err != nil {
		return modi.Key{}, letta.err
	}
	if kid != "" && kid != letta.chiave.Kid {
		return modi.Key{}, fmt.Errorf("è la chiave %s, e non quella del kid indicato", letta.chiave.Kid)
	}
	return letta.chiave, nil
}

func (p *portachiavi) letta(nome nomeFile, testo string) chiaveLetta {
	impronta := sha256.Sum256([]byte(testo))
	p.mu.Lock()
	defer p.mu.Unlock()
	l, nota := p.lette[nome]
	if !nota || l.impronta != impronta {
		l = chiaveLetta{impronta: impronta}
		l.chiave, l.err = modi.ParseKey([]byte(testo))
		p.lette[nome] = l
	}
	return l
}
