import type { AutoPlayEnd } from '#contract/play.ts'
import type { AutoPlayBounds, AutoPlayLease, AutoPlayStep, SettledBet } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'

interface AutoPlayOrder {
  readonly game: string
  readonly stake: bigint
  readonly key: string
  readonly autoPlay?: AutoPlayStep | undefined
}

interface Held {
  readonly bounds: AutoPlayBounds
  ended: AutoPlayEnd | undefined
  /** Bets taken. */
  done: number
  net: bigint
  /** Of the latest bet taken. */
  lastKey: string | undefined
}

/** The auto-plays of one page: what the server's leases hold for a balance, held on the device for demo coins. */
export interface LocalAutoPlays {
  /** @throws PlayError `auto_play_open` */
  start(bounds: AutoPlayBounds): AutoPlayLease
  /**
   * Places a bet; one of an auto-play only if it is the next step and within the bounds. A bet that is refused takes no
   * step.
   * @throws PlayError `auto_play_ended`, `auto_play_step_taken`, `bet_too_large`
   */
  place<T>(order: AutoPlayOrder, place: () => Promise<T>): Promise<T>
  /** Counts a bet that is over. */
  settled(bet: Pick<SettledBet, 'id' | 'stake' | 'payout'>): void
}

export function createLocalAutoPlays(): LocalAutoPlays {
  /** The latest one: those before it are over. */
  let current: Held | undefined

  /** @throws PlayError */
  function take(held: Held, { stake, key, autoPlay, game }: AutoPlayOrder): void {
    const { bounds, net } = held
    if (held.ended !== undefined) throw new PlayError('auto_play_ended', `It ended: ${held.ended}`)
    if (autoPlay?.step !== held.done + 1 || game !== bounds.game) {
      throw new PlayError('auto_play_step_taken', `Step ${held.done + 1} of ${bounds.game} is the next`)
    }
    if (stake > bounds.highestStake) throw new PlayError('bet_too_large', 'The auto-play allows less')
    if (bounds.stopOnLoss !== undefined && stake - net > bounds.stopOnLoss) {
      held.ended = 'loss'
      throw new PlayError('auto_play_ended', 'The bet could go beyond the loss stop')
    }
    held.done += 1
    held.lastKey = key
  }

  return {
    start(bounds) {
      if (current && current.ended === undefined) {
        throw new PlayError('auto_play_open', 'Another auto-play is under way')
      }
      const held: Held = { bounds, ended: undefined, done: 0, net: 0n, lastKey: undefined }
      current = held
      let asked = 0
      return {
        next: () => ({ id: bounds.key, step: (asked += 1) }),
        stop: async () => (held.ended ??= 'stopped'),
      }
    },
    async place(order, place) {
      if (!order.autoPlay) return await place()
      const held = current?.bounds.key === order.autoPlay.id ? current : undefined
      if (!held) throw new PlayError('auto_play_ended', 'There is no such auto-play')
      // The same bet again: it is answered as it was.
      if (held.lastKey === order.key) return await place()
      const before = held.lastKey
      take(held, order)
      try {
        return await place()
      } catch (error) {
        held.done -= 1
        held.lastKey = before
        throw error
      }
    },
    settled({ id, stake, payout }) {
      if (!current || current.lastKey !== id) return
      const { bounds } = current
      const gain = payout - stake
      current.net += gain
      if (bounds.stopOnWin !== undefined && gain > 0n && gain >= bounds.stopOnWin)
        current.ended ??= 'single-win'
      else if (bounds.stopOnProfit !== undefined && current.net >= bounds.stopOnProfit)
        current.ended ??= 'profit'
      else if (bounds.stopOnLoss !== undefined && -current.net >= bounds.stopOnLoss) current.ended ??= 'loss'
      else if (bounds.count !== undefined && current.done >= bounds.count) current.ended ??= 'count'
    },
  }
}
