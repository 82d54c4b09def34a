package web_test

import (
	"strconv"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// A reader holds so many streams, the process so many in all; one that ends makes room once.
func TestStreamsAreBounded(t *testing.T) {
	t.Parallel()
	var s web.Streams
	var leave func()
	for i := range web.StreamsOfReader {
		var err error
		if leave, err = s.Enter("alfa/mario"); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
	}
	if _, err := s.Enter("alfa/mario"); err == nil {
		t.Error("one more of the same reader")
	}
	if _, err := s.Enter("beta/mario"); err != nil {
		t.Errorf("another reader: %v", err)
	}
	leave()
	leave()
	if _, err := s.Enter("alfa/mario"); err != nil {
		t.Errorf("after one has ended: %v", err)
	}
	if _, err := s.Enter("alfa/mario"); err == nil {
		t.Error("the end of one made room for two")
	}
	for i := range web.StreamsOfProcess - web.StreamsOfReader - 1 {
		if _, err := s.Enter(strconv.Itoa(i)); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
	}
	if _, err := s.Enter("altri"); err == nil {
		t.Error("the process holds more than its limit")
	}
}
