import { ref } from 'valtio'
import type { PlayEngine } from '#features/play/play-engine.ts'
import { shownBalanceState, type ShownBalance } from './shown-balance.state.ts'

export interface HeldBet {
  /** The result is on screen: pays out what it shows. Only the first call of `land` or `release` counts. */
  land(payout: bigint): void
  /** The bet was refused, or its screen is gone. */
  release(): void
}

function show(shown: ShownBalance): void {
  shownBalanceState.shown = ref(shown)
}

/**
 * Called right before `place` where a result is animated: the shown balance drops by the stake at once,
 * and rises by the payout when `land` says that the player has seen it. Several bets may be under way.
 */
export function holdBalance(engine: Pick<PlayEngine, 'balance'>, stake: bigint): HeldBet {
  const before = shownBalanceState.shown
  const held = before.status === 'held' ? before : { amount: engine.balance.get()?.amount ?? stake, bets: 0 }
  show({ status: 'held', amount: held.amount - stake, bets: held.bets + 1 })
  let isOver = false

  /** After the last bet under way the engine's own balance is shown again. */
  function end(back: bigint): void {
    if (isOver) return
    isOver = true
    const { shown } = shownBalanceState
    if (shown.status === 'live') return
    if (shown.bets === 1) show({ status: 'live' })
    else show({ status: 'held', amount: shown.amount + back, bets: shown.bets - 1 })
  }
  return { land: end, release: () => end(stake) }
}
