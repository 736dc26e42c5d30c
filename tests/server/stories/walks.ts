import { isPlayGame } from '#rules/games.ts'
import { INSTANT_GAMES } from '../../support/game-params.ts'
import type { Step } from './steps.ts'

// Walks that every run takes. Add a failed walk as it is printed, once it is fixed.

const bet = (game: string, more: Partial<Extract<Step, { do: 'bet' }>> = {}): Step => {
  if (!isPlayGame(game)) throw new Error(`${game} is not a game`)
  return { do: 'bet', game, choice: 0, coin: 0, stake: 'small', device: 0, ...more }
}
const crashBet = (more: Partial<Extract<Step, { do: 'Crash bet' }>> = {}): Step => ({
  do: 'Crash bet',
  coin: 0,
  stake: 'small',
  autoAt: null,
  device: 0,
  ...more,
})
const rotate: Step = { do: 'rotate', clientSeed: '锦鲤', device: 0 }

/** The chain of receipts belongs to the player; the receipts of a pair are only a part of it. */
export const BET_CRASH_BET_ROTATE: readonly Step[] = [
  bet('dice'),
  crashBet(),
  { do: 'Crash start', point: 150 },
  { do: 'Crash end' },
  bet('dice'),
  rotate,
]

const start = (point: number): Step => ({ do: 'Crash start', point })
const END: Step = { do: 'Crash end' }
const AUTO_BET: Step = { do: 'auto-play bet', device: 0 }
const A_DAY: Step = { do: 'pass', minutes: 25 * 60 }

/** Every kind of step, and each must do something. */
export const EVERYTHING: readonly Step[] = [
  { do: 'choose bonus', isAccepted: true },
  { do: 'deposit', amount: '1234.567891', receives: 'sol-solana', isConfirmed: true },
  { do: 'deposit', amount: '10', receives: 'bonk-solana', isConfirmed: false },
  { do: 'second device' },
  ...INSTANT_GAMES.map((game, n) => bet(game, { coin: n, device: n % 2, stake: n % 2 ? 'least' : 'odd' })),
  { do: 'two bets', game: 'limbo', coin: 1, stake: 'small' },
  bet('mines'),
  { do: 'step', which: 0, choice: 3, device: 1 },
  { do: 'again', device: 0 },
  { do: 'cash out', which: 0, device: 0 },
  { do: 'again', device: 1 },
  bet('hilo', { stake: 'large' }),
  { do: 'step', which: 0, choice: 1, device: 0 },
  { do: 'cash out', which: 0, device: 1 },
  crashBet({ autoAt: 1.1 }),
  crashBet({ stake: 'odd', coin: 1 }),
  { do: 'Crash cancel', which: 1, device: 0 },
  crashBet({ stake: 'odd', coin: 1, device: 1 }),
  start(200),
  { do: 'Crash rise', ms: 4_000 },
  { do: 'Crash cash out', which: 1, share: 50, device: 0 },
  bet('dice', { device: 1 }),
  { do: 'Crash cash out', which: 1, share: 100, device: 1 },
  END,
  crashBet(),
  { do: 'Crash void' },
  rotate,
  { do: 'auto-play', game: 'dice', coin: 0, count: 5, stopsOnLoss: false },
  AUTO_BET,
  { do: 'auto-play bet', device: 1 },
  { do: 'auto-play stop' },
  { do: 'auto-play', game: 'crash', coin: 0, count: null, stopsOnLoss: true },
  AUTO_BET,
  start(110),
  END,
  { do: 'auto-play stop' },
  { do: 'limit', kind: 'wager', period: 'day', amount: '5000' },
  bet('plinko', { choice: 1 }),
  { do: 'withdraw', percent: 10, isSigned: true },
  { do: 'withdraw', percent: 1, isSigned: false },
  { do: 'cancel withdrawal' },
  { do: 'give up bonus' },
  { do: 'claim', kind: 'rakeback', device: 1 },
  { do: 'claim', kind: 'level-gift', device: 0 },
  crashBet(),
  { do: 'restart', process: 0 },
  bet('keno', { choice: 1, device: 1 }),
  bet('mines'),
  A_DAY,
  rotate,
  { do: 'time-out' },
  A_DAY,
  bet('mines', { choice: 3 }),
  bet('hilo'),
  crashBet({ device: 1 }),
]
