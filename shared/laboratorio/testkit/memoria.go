package testkit

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
)

// InMemory reports whether a text is in what a process may write in its memory, or in its environment. Linux alone has what it reads.
func InMemory(tb testing.TB, pid int, text string) bool {
	tb.Helper()
	environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if err != nil {
		tb.Fatal(err)
	}
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		tb.Fatal(err)
	}
	memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = memory.Close() }()
	found := bytes.Contains(environment, []byte(text))
	for line := range strings.Lines(string(maps)) {
		var from, to int64
		var rights string
		if n, _ := fmt.Sscanf(line, "%x-%x %s", &from, &to, &rights); n < 3 || !strings.HasPrefix(rights, "rw") || to-from > 256<<20 {
			continue
		}
		piece := make([]byte, to-from)
		n, _ := memory.ReadAt(piece, from) // a region that cannot be read holds nothing
		found = found || bytes.Contains(piece[:n], []byte(text))
	}
	return found
}
