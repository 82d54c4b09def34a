package locale

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// lingua is the cluster's locale: byte order for sorting, Unicode for upper and lower case.
const lingua = "C.UTF-8"

func muoriColPadre(attr *syscall.SysProcAttr, segnale syscall.Signal) { attr.Pdeathsig = segnale }

// lavoraIn reports whether pid is a live process whose working directory is cartella, which is
// how a postmaster is told from a stranger that was given its old pid.
func lavoraIn(pid int, cartella string) bool {
	if syscall.Kill(pid, 0) == syscall.ESRCH {
		return false
	}
	dove, err := os.Stat(fmt.Sprintf("/proc/%d/cwd", pid))
	if err != nil {
		return !os.IsNotExist(err) // not readable: somebody else's process, believe the pid file
	}
	qui, err := os.Stat(cartella)
	return err == nil && os.SameFile(dove, qui)
}

// uccidiOrfani ends the processes that a dead server left on its data: a busy one would go on for
// minutes, and no new server starts before. They cannot be saved: what they were doing was lost
// with their server.
func uccidiOrfani(dati string) {
	processi, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return
	}
	for _, p := range processi {
		pid, err := strconv.Atoi(filepath.Base(p))
		nome, errNome := os.ReadFile(filepath.Join(p, "comm"))
		if err == nil && errNome == nil && strings.TrimSpace(string(nome)) == "postgres" && lavoraQui(p, dati) {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may just have ended, which is the aim
		}
	}
}

func lavoraQui(processo, cartella string) bool {
	dove, errDove := os.Stat(filepath.Join(processo, "cwd"))
	qui, errQui := os.Stat(cartella)
	return errDove == nil && errQui == nil && os.SameFile(dove, qui)
}

// liberoInMemoria gives the bytes free in a folder kept in memory; false for any other.
func liberoInMemoria(cartella string) (uint64, bool) {
	const tmpfs = 0x01021994 // statfs(2)
	var s syscall.Statfs_t
	if err := syscall.Statfs(cartella, &s); err != nil || s.Type != tmpfs {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true
}
