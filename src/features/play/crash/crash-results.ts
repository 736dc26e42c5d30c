import type { CrashBet } from '#contract/crash.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import type { WritableStore } from '#lib/store.ts'
import type { CrashTable, CrashView } from '#features/play/crash-table.ts'
import type { Balance, PlayEngine } from '#features/play/play-engine.ts'
import { tellMoment } from '#features/play/session/play-moments.ts'
import { recordCrashBet } from '#features/play/session/play-session.actions.ts'
import { unitsOf } from './crash-units.ts'

/** A player needs so long to read a result. One that the stage shows for less is told in words. */
const READ_MS = 3_000

export interface CrashResults {
  readonly engine: PlayEngine
  readonly table: CrashTable
  /** A bet that was decided while nobody looked: its round is no longer on the screen. */
  readonly missed: WritableStore<CrashBet | undefined>
  /** Bets whose result is still to come, by their ids. */
  open: ReadonlyMap<string, CrashBet>
}

/** Adds to the net of the session what has been decided since the last look. */
export function countResults(results: CrashResults, view: CrashView): void {
  const { open, missed, engine } = results
  const coin = engine.balance.get()
  results.open = new Map(view.mine.filter(({ status }) => status === 'placed').map((bet) => [bet.id, bet]))
  if (!coin) return
  const { round } = view
  const isStageNeeded =
    round.status === 'running' && [...results.open.values()].some((bet) => bet.round === round.id)
  for (const bet of view.mine) {
    if (bet.status === 'placed' || !open.has(bet.id)) continue
    if (bet.status === 'settled') countBet(bet, { engine, coin, isStageNeeded })
    if (bet.status !== 'cancelled' && !isShown(results, view, bet)) missed.set(bet)
  }
}

interface CountedIn {
  readonly engine: PlayEngine
  readonly coin: Balance
  readonly isStageNeeded: boolean
}

function countBet(bet: CrashBet, { engine, coin, isStageNeeded }: CountedIn): void {
  const [stake, payout] = [unitsOf(bet.stake, engine), unitsOf(bet.payout, engine)]
  const multiplier = Number((payout * BigInt(MULTIPLIER_SCALE)) / (stake > 0n ? stake : 1n))
  const result = { ...coin, id: bet.id, game: 'crash', stake, payout, multiplier } as const
  recordCrashBet(result)
  tellMoment({ type: 'shown', result: { ...result, isStageNeeded } })
}

/** The player sees the result of a bet while its round is on the stage, which shows the round before until the next curve. */
function isShown({ table }: CrashResults, { round, last }: CrashView, bet: CrashBet): boolean {
  if (document.visibilityState !== 'visible') return false
  if (bet.round === round.id) return true
  const { status, locksAt } = round
  const newest = last.find(({ id }) => id !== round.id)
  const isReadable =
    status === 'committed' || (status === 'betting' && (locksAt ?? 0) - table.now() >= READ_MS)
  return bet.round === newest?.id && isReadable
}
