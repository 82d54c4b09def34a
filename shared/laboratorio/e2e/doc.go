// Package e2e plays the platform's main job, its bad input and its bad days on the built programs,
// through their public doors: one real stack, started by the supervisor of make run. Everything is
// in test files behind the build tag e2e; make e2e runs them. VERBALI_BIN names the folder of the
// programs, .locale/bin of the workspace when it is not set.
package e2e
