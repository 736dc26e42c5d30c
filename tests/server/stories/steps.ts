import fc from 'fast-check'
import { LIMIT_KINDS, LIMIT_PERIODS, type LimitKind, type LimitPeriod } from '#contract/responsible-play.ts'
import { CLAIM_KINDS, type ClaimKind } from '#contract/rewards.ts'
import { isRoundGame, type PlayGame } from '#rules/games.ts'
import { PLAY_GAMES, SHARED_GAMES, type SharedGame } from '#rules/play-games.ts'

const DAY_MINUTES = 24 * 60

/** Relative to the balance: the minimum, some percent, a part with all decimals, a quarter. */
const STAKES = ['least', 'small', 'odd', 'large'] as const
export type Stake = (typeof STAKES)[number]

interface Placed {
  /** Index into the player's coins. */
  readonly coin: number
  readonly stake: Stake
  readonly device: number
}

/**
 * One action of a player, or one event on the server. `which` and `coin` wrap around the existing items, so that a step
 * means something at any point. A walk is printed as a list of steps, which works as a test.
 */
export type Step =
  | ({ readonly do: 'bet'; readonly game: PlayGame; readonly choice: number } & Placed)
  /** Two bets at the same time, from two devices and through two processes. */
  | ({ readonly do: 'two bets'; readonly game: PlayGame } & Omit<Placed, 'device'>)
  | { readonly do: 'step'; readonly which: number; readonly choice: number; readonly device: number }
  | { readonly do: 'cash out'; readonly which: number; readonly device: number }
  /** Repeats the last request, as after a lost answer. */
  | { readonly do: 'again'; readonly device: number }
  | ({ readonly do: 'Crash bet'; readonly autoAt: number | null } & Placed)
  | { readonly do: 'Crash cancel'; readonly which: number; readonly device: number }
  | { readonly do: 'Crash start'; readonly point: number }
  /** The beacon does not answer, and the round becomes void. */
  | { readonly do: 'Crash void' }
  | { readonly do: 'Crash rise'; readonly ms: number }
  | {
      readonly do: 'Crash cash out'
      readonly which: number
      readonly share: 50 | 100
      readonly device: number
    }
  | { readonly do: 'Crash end' }
  | {
      readonly do: 'auto-play'
      readonly game: PlayGame | SharedGame
      readonly coin: number
      readonly count: number | null
      readonly stopsOnLoss: boolean
    }
  | { readonly do: 'auto-play bet'; readonly device: number }
  | { readonly do: 'auto-play stop' }
  | { readonly do: 'rotate'; readonly clientSeed: string; readonly device: number }
  | {
      readonly do: 'deposit'
      readonly amount: string
      readonly receives: string
      readonly isConfirmed: boolean
    }
  | { readonly do: 'choose bonus'; readonly isAccepted: boolean }
  | { readonly do: 'give up bonus' }
  | { readonly do: 'claim'; readonly kind: ClaimKind; readonly device: number }
  | { readonly do: 'turn wheel'; readonly device: number }
  | {
      readonly do: 'limit'
      readonly kind: LimitKind
      readonly period: LimitPeriod
      readonly amount: string | null
    }
  | { readonly do: 'time-out' }
  | { readonly do: 'withdraw'; readonly percent: number; readonly isSigned: boolean }
  | { readonly do: 'cancel withdrawal' }
  | { readonly do: 'second device' }
  | { readonly do: 'restart'; readonly process: number }
  | { readonly do: 'pass'; readonly minutes: number }

export type Kind = Step['do']

const games = PLAY_GAMES
const game = fc.constantFrom(...games)
const instant = fc.constantFrom(...games.filter((each) => !isRoundGame(each)))
const nat = fc.nat(3)
const device = fc.nat(1)
const placed = { coin: nat, stake: fc.constantFrom(...STAKES), device }

const STEPS: readonly (readonly [weight: number, step: fc.Arbitrary<Step>])[] = [
  [10, fc.record({ do: fc.constant('bet'), game, choice: nat, ...placed })],
  [3, fc.record({ do: fc.constant('bet'), game: fc.constantFrom('mines', 'hilo'), choice: nat, ...placed })],
  [2, fc.record({ do: fc.constant('two bets'), game: instant, coin: placed.coin, stake: placed.stake })],
  [6, fc.record({ do: fc.constant('step'), which: nat, choice: fc.nat(24), device })],
  [3, fc.record({ do: fc.constant('cash out'), which: nat, device })],
  [2, fc.record({ do: fc.constant('again'), device })],
  [
    6,
    fc.record({
      do: fc.constant('Crash bet'),
      autoAt: fc.constantFrom(null, null, 1.01, 1.1, 1.5, 4),
      ...placed,
    }),
  ],
  [1, fc.record({ do: fc.constant('Crash cancel'), which: nat, device })],
  [4, fc.record({ do: fc.constant('Crash start'), point: fc.constantFrom(100, 101, 110, 150, 200, 300) })],
  [1, fc.record({ do: fc.constant('Crash void') })],
  [2, fc.record({ do: fc.constant('Crash rise'), ms: fc.constantFrom(300, 1_700, 4_000, 9_000) })],
  [
    5,
    fc.record({
      do: fc.constant('Crash cash out'),
      which: nat,
      share: fc.constantFrom(50, 100),
      device,
    }),
  ],
  [4, fc.record({ do: fc.constant('Crash end') })],
  [
    2,
    fc.record({
      do: fc.constant('auto-play'),
      game: fc.constantFrom(...games, ...SHARED_GAMES),
      coin: nat,
      count: fc.constantFrom(null, 2, 5),
      stopsOnLoss: fc.boolean(),
    }),
  ],
  [6, fc.record({ do: fc.constant('auto-play bet'), device })],
  [1, fc.record({ do: fc.constant('auto-play stop') })],
  [5, fc.record({ do: fc.constant('rotate'), clientSeed: fc.constantFrom('koi', '锦鲤', 'a : b'), device })],
  [
    3,
    fc.record({
      do: fc.constant('deposit'),
      amount: fc.constantFrom('0.5', '10', '1234.567891'),
      receives: fc.constantFrom('sol-solana', 'bonk-solana', 'wif-solana'),
      isConfirmed: fc.boolean(),
    }),
  ],
  [1, fc.record({ do: fc.constant('choose bonus'), isAccepted: fc.boolean() })],
  [1, fc.record({ do: fc.constant('give up bonus') })],
  [2, fc.record({ do: fc.constant('claim'), kind: fc.constantFrom(...CLAIM_KINDS), device })],
  [2, fc.record({ do: fc.constant('turn wheel'), device })],
  [
    1,
    fc.record({
      do: fc.constant('limit'),
      kind: fc.constantFrom(...LIMIT_KINDS),
      period: fc.constantFrom(...LIMIT_PERIODS),
      amount: fc.constantFrom(null, '50', '500', '5000'),
    }),
  ],
  [1, fc.record({ do: fc.constant('time-out') })],
  [
    2,
    fc.record({ do: fc.constant('withdraw'), percent: fc.constantFrom(1, 10, 50), isSigned: fc.boolean() }),
  ],
  [1, fc.record({ do: fc.constant('cancel withdrawal') })],
  [2, fc.record({ do: fc.constant('second device') })],
  [1, fc.record({ do: fc.constant('restart'), process: fc.nat(1) })],
  [2, fc.record({ do: fc.constant('pass'), minutes: fc.constantFrom(1, 6, DAY_MINUTES + 60) })],
]

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...STEPS.map(([weight, arbitrary]) => ({ weight, arbitrary })),
)
