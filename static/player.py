#!/usr/bin/env python3
"""A player of Crazy Eights who is a program: it has its password and the links that it is sent.

    python3 static/player.py NAME

For every line of the standard input, the newest link of a table, it writes the link to send on, or "over".
"""
import http.client
import json
import sys
import urllib.parse
import urllib.request


def open_page(link, tries=3):
    """The page of a link. To ask again does no harm: the server keeps nothing."""
    try:
        with urllib.request.urlopen(link) as response:
            return json.load(response)
    except (OSError, http.client.HTTPException, ValueError):
        if tries == 1:
            raise
        return open_page(link, tries - 1)


def with_values(link, **values):
    """The link for programs, with these values in its query."""
    address = urllib.parse.urlsplit(link)
    query = dict(urllib.parse.parse_qsl(address.query, keep_blank_values=True))
    query.update(values, **{"as": "json"})
    return address._replace(query=urllib.parse.urlencode(query), fragment="").geturl()


def without_program(link):
    """The link as people open it."""
    address = urllib.parse.urlsplit(link)
    query = [pair for pair in urllib.parse.parse_qsl(address.query) if pair[0] != "as"]
    return address._replace(query=urllib.parse.urlencode(query)).geturl()


def worth(request):
    """Cards before everything else, eights last; then whatever there is."""
    card = request["arguments"].get("card", "")
    return (request["name"] == "play_card", not card.startswith("8"))


def play(link, password):
    """Does what there is to do until it is somebody else's turn; the link to send, if there is one."""
    page = open_page(with_values(link, c=password))
    if page["turn"] is None:
        return None
    while page["turn"] is not None and page["turn"] == page["table"]["seat"]:
        requests = [request for request in page["requests"] if not request["read_only"]]
        chosen = max(requests, key=worth)
        page = open_page(urllib.parse.urljoin(link, chosen["link"]))
    return urllib.parse.urljoin(link, page["link_to_send"])


def main(name):
    password = None
    for line in sys.stdin:
        link = line.strip()
        if password is None:
            table = open_page(with_values(link))["table"]
            sit = with_values(urllib.parse.urljoin(link, table["sit"]), name=name)
            page = open_page(sit)
            if page["fault"] is not None:
                sys.exit(page["fault"]["sentence"])
            password = page["table"]["password"]
            # At a table of three or more it is an answer, which the host gathers.
            link = urllib.parse.urljoin(link, page["link_to_send"])
        else:
            link = play(link, password)
            if link is None:
                print("over", flush=True)
                return
        print(without_program(link), flush=True)


main(sys.argv[1])
