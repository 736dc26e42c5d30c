const GOOD = {
  game: 'dice',
  serverSeed: '0f6e8aba300b7f1217ee46606773cf6046b524f74505cf2124ffe181ad6b9dbf',
  clientSeed: 'aR3kRBVn',
  nonce: 3,
}
const SEEDS = { ...GOOD, game: undefined }

const bet = (name: string, change: Record<string, unknown>) => ({
  name,
  line: JSON.stringify({ ...GOOD, ...change }),
})

/** Lines that must produce an error and must not affect the next line. */
export const BAD_LINES: readonly { name: string; line: string }[] = [
  { name: 'empty', line: '' },
  { name: 'blank', line: ' \t ' },
  { name: 'no JSON', line: 'dice please' },
  { name: 'half an object', line: '{"game":"dice",' },
  { name: 'two objects', line: `${JSON.stringify(GOOD)}${JSON.stringify(GOOD)}` },
  { name: 'a trailing comma', line: `${JSON.stringify(GOOD)},` },
  { name: 'null', line: 'null' },
  { name: 'a number', line: '59.67' },
  { name: 'a text', line: '"dice"' },
  { name: 'an empty array', line: '[]' },
  { name: 'a bet in an array', line: JSON.stringify([GOOD]) },
  { name: 'an empty object', line: '{}' },
  { name: 'deep arrays', line: '['.repeat(100_000) + ']'.repeat(100_000) },
  { name: 'deep objects', line: '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000) },
  { name: 'a prototype', line: '{"__proto__":{"game":"dice","serverSeed":"a","clientSeed":"b","nonce":0}}' },
  ...['roulette', '', 'Dice', '__proto__', 'constructor', 'toString', 1, null, {}, ['dice']].map((game) =>
    bet(`game ${JSON.stringify(game)}`, { game }),
  ),
  { name: 'no game', line: JSON.stringify(SEEDS) },
  ...[undefined, null, '', 1, {}, [], '\ud800'].flatMap((value) => [
    bet(`server seed ${JSON.stringify(value)}`, { serverSeed: value }),
    bet(`client seed ${JSON.stringify(value)}`, { clientSeed: value }),
    bet(`game hash ${JSON.stringify(value)}`, { game: 'crash', gameHash: value, salt: 'a' }),
    bet(`salt ${JSON.stringify(value)}`, { game: 'crash', gameHash: 'a', salt: value }),
  ]),
  ...[undefined, null, -1, 0.5, 2 ** 53, 1e21, '3', [3], true].map((nonce) =>
    bet(`nonce ${JSON.stringify(nonce)}`, { nonce }),
  ),
  { name: 'an infinite nonce', line: JSON.stringify(GOOD).replace(':3', ':1e999') },
  ...['{}', 1, [], true].map((params) => bet(`params ${JSON.stringify(params)}`, { params })),
  ...[undefined, 7, 17, 8.5, '8', [8]].map((rows) =>
    bet(`rows ${JSON.stringify(rows)}`, { game: 'plinko', params: { rows } }),
  ),
  bet('a risk of plinko', { game: 'plinko', params: { rows: 8, risk: 'classic' } }),
  ...[undefined, 0, 11, '10', 1e9].map((segments) =>
    bet(`segments ${JSON.stringify(segments)}`, { game: 'wheel', params: { segments } }),
  ),
  bet('a risk of the wheel', { game: 'wheel', params: { segments: 10, risk: 'expert' } }),
  ...[0, 25, '3', 1.5].map((mines) =>
    bet(`mines ${JSON.stringify(mines)}`, { game: 'mines', params: { mines } }),
  ),
  bet('a risk of keno', { game: 'keno', params: { risk: 'constructor' } }),
  ...[0, -1, 1_001, 1e9, '2', 1.5].map((cards) =>
    bet(`cards ${JSON.stringify(cards)}`, { game: 'hilo', params: { cards } }),
  ),
  ...['', 'ah', 'A', '1H', 0, null, ['AH']].map((startCard) =>
    bet(`the start card ${JSON.stringify(startCard)}`, { game: 'hilo', params: { startCard } }),
  ),
]
