# Works out what was dealt.
#
#   python3 verify.py eights SECRET ROUND [SEATS]
#       prints the order of the pack, for every shuffle of a round, from the
#       secret that a finished game shows; with SEATS, for three people or
#       more, each shuffle by the rows from which the seats draw
#   python3 verify.py concentration CODE TILES
#       prints the pictures of a deal in the order of their discovery, from
#       its code, its date, or the secret that a finished game shows
#
# Of a secret it prints the fingerprint, too, which is on every page of a game.
import hashlib, re, struct, sys

def words(seed):
    "The random numbers of a seed of 32 bytes: the key stream of ChaCha12."
    start = [*struct.unpack("<12I", b"expand 32-byte k" + seed), 0, 0, 0, 0]
    while True:
        s = start[:]
        def quarter(a, b, c, d):
            for x, y, z, turn in (
                (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)
            ):
                s[x] = (s[x] + s[y]) % 2**32
                s[z] ^= s[x]
                s[z] = (s[z] << turn | s[z] >> 32 - turn) % 2**32
        for _ in range(6):
            for i in range(4):
                quarter(i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        for a, b in zip(s, start):
            yield (a + b) % 2**32
        start[12] += 1

def shuffle(items, seed):
    "Fisher and Yates; what would favour some orders is passed over."
    stream = words(seed)
    for last in range(len(items) - 1, 0, -1):
        fair = 2**32 - 2**32 % (last + 1)
        word = next(word for word in stream if word < fair)
        place = word % (last + 1)
        items[last], items[place] = items[place], items[last]
    return items

game, name, number = sys.argv[1], sys.argv[2].strip().lower(), int(sys.argv[3])
rows = int(sys.argv[4]) if len(sys.argv) > 4 else 0
secret_digits = {"eights": 32, "concentration": 64}[game]
half = "[0-9a-hjkmnp-tv-z]{4}"
day = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
is_name = re.fullmatch(f"{half}-{half}|{day}", name)
is_secret = re.fullmatch("[0-9a-f]{%d}" % secret_digits, name)
if is_secret:
    print("fingerprint:", hashlib.sha256(name.encode()).hexdigest())
if is_secret and game == "eights":
    ranks = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
    for time in range(10):
        pack = [rank + suit for suit in "CDSH" for rank in ranks]
        which = struct.pack(">HH", number - 1, time)
        purpose = b"parlour/secret\neights/pack\n" + bytes.fromhex(name) + which
        seed = hashlib.sha256(purpose).digest()
        shuffle(pack, seed)
        if not rows:
            print(f"shuffle {time}:", *pack)
        for row in range(rows):
            print(f"shuffle {time}, row {row + 1}:", *pack[row::rows])
elif is_secret or is_name and game != "eights" and number % 2 == 0:
    kind = "seed" if len(name) == 9 else "day"
    deal = f"parlour/deal\nconcentration\n{kind}\n{name}\n"
    values = [place // 2 + 1 for place in range(number)]
    seed = hashlib.sha256(deal.encode()).digest()
    print(*shuffle(values, bytes.fromhex(name) if is_secret else seed))
else:
    sys.exit(f"`{name}` is no deal of {game}: copy it from the last page of the game")
