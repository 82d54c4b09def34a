package locale

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// identita is the account under which the server runs. PostgreSQL refuses root, so a root caller
// changes to another account for the children it starts.
type identita struct {
	uid, gid int
	nome     string
	cambia   bool // true when the children need another account than the caller's
}

// identitaServer chooses the account: the caller's own; for root, the owner of an existing
// cluster, else postgres, else nobody.
func identitaServer(cluster string) (identita, error) {
	if uid := os.Geteuid(); uid != 0 {
		return identita{uid: uid, gid: os.Getegid(), nome: nomeUtente(uid)}, nil
	}
	if info, err := os.Stat(cluster); err == nil {
		if st, ok := info.Sys().(*syscall.Stat_t); ok && st.Uid != 0 {
			return identita{uid: int(st.Uid), gid: int(st.Gid), nome: nomeUtente(int(st.Uid)), cambia: true}, nil
		}
	}
	for _, nome := range []string{"postgres", "nobody"} {
		if chi, err := identitaDi(nome); err == nil {
			return chi, nil
		}
	}
	return identita{}, errors.New("PostgreSQL non gira come root e non esistono né l'utente postgres né nobody")
}

func identitaDi(nome string) (identita, error) {
	u, err := user.Lookup(nome)
	if err != nil {
		return identita{}, fmt.Errorf("utente %s: %w", nome, err)
	}
	uid, errUID := strconv.Atoi(u.Uid)
	gid, errGID := strconv.Atoi(u.Gid)
	return identita{uid: uid, gid: gid, nome: nome, cambia: true}, errors.Join(errUID, errGID)
}

func nomeUtente(uid int) string {
	if u, err := user.LookupId(strconv.Itoa(uid)); err == nil {
		return u.Username
	}
	return strconv.Itoa(uid)
}

// credenziale is nil when the children keep the caller's account.
func (i identita) credenziale() *syscall.Credential {
	if !i.cambia {
		return nil
	}
	return &syscall.Credential{Uid: uint32(i.uid), Gid: uint32(i.gid)}
}

// prende gives a path to the account; it is a no-op for the caller's own.
func (i identita) prende(percorso string) error {
	if !i.cambia {
		return nil
	}
	return os.Lchown(percorso, i.uid, i.gid)
}

// raggiunge reports whether the account can enter cartella and all the folders above it. A part
// that does not exist yet is created by us, so it counts as open.
func (i identita) raggiunge(cartella string) bool {
	for esiste(cartella) != nil {
		cartella = filepath.Dir(cartella)
	}
	vera, err := filepath.EvalSymlinks(cartella)
	if err != nil {
		return false
	}
	for {
		info, err := os.Stat(vera)
		if err != nil || !i.entra(info) {
			return false
		}
		if vera == filepath.Dir(vera) {
			return true
		}
		vera = filepath.Dir(vera)
	}
}

func esiste(percorso string) error {
	_, err := os.Stat(percorso)
	return err
}

func (i identita) entra(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	modo := info.Mode().Perm()
	switch {
	case int(st.Uid) == i.uid:
		return modo&0o100 != 0
	case int(st.Gid) == i.gid:
		return modo&0o010 != 0
	default:
		return modo&0o001 != 0
	}
}

// possiede reports whether the account owns the file.
func (i identita) possiede(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == i.uid
}
