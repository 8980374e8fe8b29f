# Works out what was dealt, from the secret that a finished game shows. The same secret as text has
# the fingerprint that you saw before:  printf %s SECRET | sha256sum
#
#   python3 verify.py eights SECRET ROUND         the pack, for every shuffle of a round
#   python3 verify.py concentration SECRET TILES  the pictures, in the order of their discovery
import hashlib, struct, sys

def words(seed):
    "The random numbers of a seed of 32 bytes: the key stream of ChaCha12."
    start = list(struct.unpack("<4I", b"expand 32-byte k") + struct.unpack("<8I", seed)) + [0] * 4
    while True:
        s = start[:]
        def quarter(a, b, c, d):
            for x, y, z, turn in (a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7):
                s[x] = (s[x] + s[y]) % 2**32
                s[z] ^= s[x]
                s[z] = (s[z] << turn | s[z] >> 32 - turn) % 2**32
        for _ in range(6):
            for i in range(4):
                quarter(i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        yield from ((a + b) % 2**32 for a, b in zip(s, start))
        start[12] += 1

def shuffle(items, seed):
    "Fisher and Yates; a number that would favour some orders is passed over."
    stream = words(seed)
    for last in range(len(items) - 1, 0, -1):
        fair = 2**32 - 2**32 % (last + 1)
        place = next(word for word in stream if word < fair) % (last + 1)
        items[last], items[place] = items[place], items[last]
    return items

game, secret, number = sys.argv[1], bytes.fromhex(sys.argv[2]), int(sys.argv[3])
if game == "eights":
    for time in range(10):
        pack = [rank + suit for suit in "CDSH" for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split()]
        purpose = b"parlour/secret\neights/pack\n" + secret + struct.pack(">HH", number - 1, time)
        print(f"shuffle {time}:", *shuffle(pack, hashlib.sha256(purpose).digest()))
else:
    print(*shuffle([place // 2 + 1 for place in range(number)], secret))
