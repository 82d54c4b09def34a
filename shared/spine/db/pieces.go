package db

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

//go:embed spina/*.sql
var spinePieces embed.FS

// pieceMark begins the line of a migration in whose place a file of the spine stands: what several schemas have alike
// is written once there, and enters each of them with a migration of its own.
const pieceMark = "-- spina: "

// withPieces are migrations in which each mark is the file of the spine that it names.
type withPieces struct{ fs.FS }

// Open gives a file as goose is to read it.
func (w withPieces) Open(name string) (fs.File, error) {
	f, err := w.FS.Open(name)
	if err != nil || !strings.HasSuffix(name, ".sql") {
		return f, err
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("db: %s: %w", name, err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("db: %s: %w", name, err)
	}
	whole, err := putPieces(string(text))
	if err != nil {
		return nil, fmt.Errorf("db: %s: %w", name, err)
	}
	return &wholeFile{Reader: bytes.NewReader([]byte(whole)), info: wholeInfo{info, int64(len(whole))}}, nil
}

func putPieces(text string) (string, error) {
	if !strings.Contains(text, pieceMark) {
		return text, nil
	}
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		name, marked := strings.CutPrefix(strings.TrimSpace(line), pieceMark)
		if !marked {
			continue
		}
		piece, err := spinePieces.ReadFile("spina/" + name)
		if err != nil {
			return "", fmt.Errorf("the spine has no such file: %w", err)
		}
		lines[i] = string(piece)
	}
	return strings.Join(lines, ""), nil
}

// wholeFile is a file in memory.
type wholeFile struct {
	*bytes.Reader
	info fs.FileInfo
}

// Stat says of the file what its own did, and its new size.
func (f *wholeFile) Stat() (fs.FileInfo, error) { return f.info, nil }

// Close does nothing.
func (*wholeFile) Close() error { return nil }

type wholeInfo struct {
	fs.FileInfo
	size int64
}

// Size is that of the text with its pieces.
func (i wholeInfo) Size() int64 { return i.size }
