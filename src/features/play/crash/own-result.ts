import type { CrashBet } from '#contract/crash.ts'
import type { CrashView } from '#features/play/crash-table.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'
import { unitsOf } from './crash-units.ts'

/** The player's bets in a round together, in the coin's smallest unit. */
export interface OwnResult {
  /** The id of the round. */
  readonly id: string
  readonly stake: bigint
  readonly payout: bigint
  /** All stakes came back: the round was void, or the server that led it was lost before its end. */
  readonly back: 'void' | 'lost-leader' | undefined
}

/** Defined from the last cash-out or the end of the round until the next curve starts: the player needs time to read. */
export function ownResult(
  view: CrashView | undefined,
  engine: Pick<PlayEngine, 'balance'>,
): OwnResult | undefined {
  if (!view) return undefined
  const { round, last, mine } = view
  const isBefore = round.status === 'committed' || round.status === 'betting' || round.status === 'locked'
  const shown = isBefore ? last.find(({ id }) => id !== round.id)?.id : round.id
  const bets = mine.filter((bet) => bet.round === shown && bet.status !== 'cancelled')
  if (shown === undefined || bets.length === 0 || bets.some(({ status }) => status === 'placed'))
    return undefined
  const isPlayed = [round, ...last].some(({ id, point }) => id === shown && point !== null)
  const sum = (of: (bet: CrashBet) => string) =>
    bets.reduce((total, bet) => total + unitsOf(of(bet), engine), 0n)
  return {
    id: shown,
    stake: sum(({ stake }) => stake),
    payout: sum(({ payout, stake, status }) => (status === 'refunded' ? stake : payout)),
    back: bets.every(({ status }) => status === 'refunded') ? (isPlayed ? 'lost-leader' : 'void') : undefined,
  }
}
