import type { FairGame } from '#rules/fair-games.ts'
import type { WireOutcome } from '#rules/base/game-rules.ts'

export interface KnownBet {
  game: FairGame
  outcome: WireOutcome
  [field: string]: unknown
}

const seeded = (
  game: FairGame,
  [serverSeed, clientSeed, nonce]: readonly [string, string, number],
  params: Record<string, unknown>,
  outcome: WireOutcome,
): KnownBet => ({ game, serverSeed, clientSeed, nonce, params, outcome })

const DICE_SEED = '0f6e8aba300b7f1217ee46606773cf6046b524f74505cf2124ffe181ad6b9dbf'

/** Results of other public verifiers, as lines for `npm run verify` with the recorded outcome. */
export const KNOWN_BETS: readonly KnownBet[] = [
  seeded('dice', [DICE_SEED, 'aR3kRBVn', 3], {}, 59.67),
  seeded('dice', [DICE_SEED, 'aR3kRBVn', 4], {}, 75.88),
  seeded(
    'limbo',
    ['0723cade85eb0996f4a20eabedd973fae0e301e709f34bc87be5bf7f347f7aab', 'Hxn8AwMB', 1],
    {},
    4.39,
  ),
  seeded(
    'plinko',
    ['05ab9aeec2e6a8cd924f2aeab4dabe68f53c75c43c5fde1f2e0b5103cdd8efc9', 'Se6QIZfZ', 1],
    { rows: 16, risk: 'low' },
    'LLRRLLLLRRLRLRLR',
  ),
  seeded(
    'keno',
    ['9f7e2493d3e64681667295f3a2ffd7da0fcf1d24181bbb1ca71df589304e878d', 'v750-_nL', 1],
    { risk: 'classic' },
    [18, 28, 34, 21, 36, 13, 31, 24, 6, 2],
  ),
  seeded(
    'mines',
    ['e8c495e2af38633f6ad42e0da12c8e3de7420d5284d054e36e83fdd2f13db44d', 'huoauPze', 1],
    { mines: 3 },
    [2, 12, 5, 15, 6, 1, 14, 18, 23, 22, 21, 19, 0, 4, 13, 11, 16, 17, 3, 7, 24, 20, 10, 8],
  ),
  seeded(
    'wheel',
    ['94487b24ed990e977c5c386bf78f4196bc8a35dd268b5459166e4b277d705cfb', 'qOw5CFFd', 2],
    { segments: 10, risk: 'low' },
    5,
  ),
  seeded(
    'hilo',
    ['ae5baafb37cfd372fcf07cc85d3b924af4ad1691dd451529b13bf8f272926525', '7pwXtJ6R', 23],
    {},
    'AH',
  ),
  {
    game: 'crash',
    gameHash: 'f951df36a7a0781b332493fe5d0fe38f64a0517d9318c20a664ff88142b89699',
    salt: '0000000000000000001b34dc6a1e86083f95500b096231436e9b25cbdd0075c4',
    outcome: 1.21,
  },
]
