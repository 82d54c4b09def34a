package testkit

import "syscall"

// liberoInMemoria gives the bytes free in a folder kept in memory; false for any other.
func liberoInMemoria(cartella string) (uint64, bool) {
	const tmpfs = 0x01021994 // statfs(2)
	var s syscall.Statfs_t
	if err := syscall.Statfs(cartella, &s); err != nil || s.Type != tmpfs {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true
}
