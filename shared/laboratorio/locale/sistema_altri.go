//go:build unix && !linux

package locale

import "syscall"

// lingua is the cluster's locale: outside Linux only the plain one is sure to exist.
const lingua = "C"

// muoriColPadre does nothing: only Linux can tie a child to its parent's death.
func muoriColPadre(*syscall.SysProcAttr, syscall.Signal) {}

// lavoraIn can only ask whether the process is alive.
func lavoraIn(pid int, _ string) bool { return syscall.Kill(pid, 0) != syscall.ESRCH }

// uccidiOrfani does nothing: without /proc there is no telling whose they are, and the start
// waits for them.
func uccidiOrfani(string) {}

// liberoInMemoria: only Linux is sure to say which folders are in memory.
func liberoInMemoria(string) (uint64, bool) { return 0, false }
