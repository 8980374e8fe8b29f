// Parlour under a web server of ten lines in Go: for a class, on the teacher's machine.
//
//	parlour install .
//	go run server.go 127.0.0.1:8080 ./parlour
//
// Then open http://localhost:8080/cgi-bin/parlour. To reach it from other machines, leave out
// `127.0.0.1`.
//
// For links that players copy, behind a proxy with another name or with HTTPS, add
// `Env: []string{"PARLOUR_URL=https://games.example/cgi-bin/parlour"}` to the handler.
// The title and the other settings in README.md are set in the same way.
//
// It keeps no log of links. Without root: yes, on a port above 1023. Without systemd: yes.
package main

import (
	"log"
	"net/http"
	"net/http/cgi"
	"os"
)

func main() {
	address, program := os.Args[1], os.Args[2]
	const path = "/cgi-bin/parlour"
	http.Handle(path, &cgi.Handler{Path: program, Root: path})
	log.Fatal(http.ListenAndServe(address, nil))
}
