import { ref } from 'valtio'
import type { PlayEngine } from '#features/play/play-engine.ts'
import { heldBalances } from './shown-balance.state.ts'

export interface HeldBet {
  /** The result is on screen: pays out what it shows. Only the first call of `land` or `release` counts. */
  land(payout: bigint): void
  /** The bet was refused, or its screen is gone. */
  release(): void
}

/**
 * Called right before `place` where a result is animated: the shown balance drops by the stake at once,
 * and rises by the payout when `land` says that the player has seen it. Several bets may be under way.
 */
export function holdBalance(engine: Pick<PlayEngine, 'balance'>, stake: bigint): HeldBet {
  const balance = engine.balance.get()
  const coin = balance?.coin ?? ''
  const held = heldBalances[coin] ?? { amount: balance?.amount ?? stake, bets: 0 }
  heldBalances[coin] = ref({ amount: held.amount - stake, bets: held.bets + 1 })
  let isOver = false

  /** After the last bet under way the engine's own balance is shown again. */
  function end(back: bigint): void {
    if (isOver) return
    isOver = true
    const now = heldBalances[coin]
    if (!now) return
    if (now.bets === 1) delete heldBalances[coin]
    else heldBalances[coin] = ref({ amount: now.amount + back, bets: now.bets - 1 })
  }
  return { land: end, release: () => end(stake) }
}

/** The balance as far as results have been shown, in the coin's smallest unit; undefined until the engine is ready. */
export function shownAmount({ balance }: Pick<PlayEngine, 'balance'>): bigint | undefined {
  const known = balance.get()
  return known && (heldBalances[known.coin]?.amount ?? known.amount)
}
