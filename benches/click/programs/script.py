# The job of a click on Concentration in Python: open the sealed position, turn a tile, draw the
# board, seal again. FRAME holds what Parlour's page has around its board.
import os
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY = bytes.fromhex("7a3f1c9be4d20568a1c7f08e5b3296dd4c1e8fa70b6d93e25f48ac10d7be6931")
TURN, OVER = b"parlour/pos/concentration/1", 255


def encode(data):
    import binascii
    return binascii.b2a_base64(data, newline=False).translate(TO_LINK, b"=").decode()


def decode(text):
    import binascii
    return binascii.a2b_base64(text.encode().translate(FROM_LINK) + b"=" * (-len(text) % 4))


TO_LINK, FROM_LINK = bytes.maketrans(b"+/", b"-_"), bytes.maketrans(b"-_", b"+/")


def deal():
    stock = [value // 2 for value in range(16)]
    for last in range(15, 0, -1):
        other = int.from_bytes(os.urandom(4), "big") % (last + 1)
        stock[last], stock[other] = stock[other], stock[last]
    # The stock, the place in it of every tile, the owned values, first, second, looks.
    return bytearray(stock) + bytearray([OVER] * 16) + bytearray(8) + bytearray([OVER, OVER, 0])


def is_matched(game, tile):
    place = game[16 + tile]
    return place != OVER and game[32 + game[place]]


def turn(game, tile):
    if is_matched(game, tile) or tile in (game[40], game[41]):
        return "That tile is face up."
    if game[16 + tile] == OVER:
        game[16 + tile] = sum(place != OVER for place in game[16:32])
    game[42] += 1
    if game[40] == OVER or game[41] != OVER:
        game[40], game[41] = tile, OVER
        return "Turn the tile that matches it."
    game[41] = tile
    values = [game[game[16 + shown]] for shown in (game[40], tile)]
    if values[0] != values[1]:
        return "No pair. They close when the next tile is turned."
    game[32 + values[0]] = 1
    return "A pair. It stays."


def board(game, link):
    parts = []
    for row in range(4):
        parts.append(f'<tr><th scope=row>{row + 1}</th>')
        for column in range(4):
            tile = 4 * row + column
            place = f"tile {tile + 1}, row {row + 1} column {column + 1}"
            if is_matched(game, tile) or tile in (game[40], game[41]):
                value = game[game[16 + tile]] + 1
                parts.append(f'<td class=new>&#62;<b role=img aria-label="Face up, {value}: {place}">'
                             f"<span>{value:02}</span></b>")
            else:
                parts.append(f'<td class=back>\xa0<a href="{link}&turn={tile + 1}#now" '
                             f'aria-label="Turn {place}">**</a>')
        parts.append("\n")
    return "".join(parts)


def main():
    query = dict(pair.split("=", 1) for pair in os.environ["QUERY_STRING"].split("&") if "=" in pair)
    cipher = AESGCM(KEY)
    said = "All tiles lie face down. Turn any tile."
    if "s" in query:
        token = decode(query["s"])
        game = bytearray(cipher.decrypt(token[:12], token[12:], TURN))
        said = turn(game, int(query["turn"]) - 1)
    else:
        game = deal()
    nonce = os.urandom(12)
    token = encode(nonce + cipher.encrypt(nonce, bytes(game), TURN))
    body = FRAME.replace("@STATUS@", said).replace("@BOARD@", board(game, f"?s={token}&g=c"))
    page = body.encode()
    head = f"Status: 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(page)}\r\n\r\n"
    os.write(1, head.encode() + page)
    os._exit(0)


main()
