import type { AutoPlayEnd } from '#contract/play.ts'
import type { AutoPlayBounds, AutoPlayLease } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import {
  hasLapsed,
  runAfter,
  settledRound,
  type AutoPlayChange,
  type AutoPlayState,
  type AutoPlayStep,
} from '#rules/plan/auto-play.ts'
import { PlanRefusal } from '#rules/plan/plan-refusal.ts'
import { DEMO_COIN } from './demo-coin.ts'

/** The auto-plays of one page: kept in memory, as the server keeps those of a balance in rows. */
export interface LocalAutoPlays {
  /** @throws PlayError `auto_play_open` */
  start(bounds: AutoPlayBounds): AutoPlayLease
  /** Null if no auto-play goes on. */
  current(): AutoPlayState | null
  /** Steps whose bets are not decided yet, by the key of the bet. */
  waiting(): ReadonlyMap<string, AutoPlayStep>
  /** A bet was stored. @param isOpen its end will be told by `settled` */
  placed(
    bet: { readonly key: string; readonly autoPlay: AutoPlayStep | null },
    change: AutoPlayChange | null,
    isOpen: boolean,
  ): void
  /** A bet of a round is over; told again, it changes nothing. */
  settled(bet: { readonly key: string; readonly stake: bigint; readonly payout: bigint }): void
  /** Ends the auto-play where the planner says so. */
  refused(error: unknown): void
}

interface Held {
  run: AutoPlayState
  ended: AutoPlayEnd | undefined
}

export function createLocalAutoPlays(now: () => number): LocalAutoPlays {
  /** The latest one: those before it are over. */
  let latest: Held | undefined
  const waiting = new Map<string, AutoPlayStep>()
  const goingOn = () => (latest && latest.ended === undefined ? latest : undefined)

  function apply(change: AutoPlayChange | null): void {
    const held = goingOn()
    if (!held || change?.id !== held.run.id) return
    const after = runAfter(held.run, change, now())
    if (after) held.run = after
    else held.ended = change.end ?? undefined
  }

  return {
    start({ key, game, count, highestStake, stopOnLoss, stopOnProfit, stopOnWin }) {
      const before = goingOn()
      if (before && !hasLapsed(before.run, now())) {
        throw new PlayError('auto_play_open', 'Another auto-play is under way')
      }
      const held: Held = {
        run: {
          id: key,
          game,
          coin: DEMO_COIN.coin,
          count: count ?? null,
          highestStake,
          stopOnLoss: stopOnLoss ?? null,
          stopOnProfit: stopOnProfit ?? null,
          stopOnSingleWin: stopOnWin ?? null,
          done: 0,
          net: 0n,
          touchedAt: now(),
        },
        ended: undefined,
      }
      latest = held
      waiting.clear()
      let asked = 0
      return {
        next: () => ({ id: key, step: (asked += 1) }),
        stop: async () => (held.ended ??= 'stopped'),
      }
    },
    current: () => goingOn()?.run ?? null,
    waiting: () => waiting,
    placed({ key, autoPlay }, change, isOpen) {
      apply(change)
      if (autoPlay && isOpen) waiting.set(key, autoPlay)
    },
    settled({ key, stake, payout }) {
      const autoPlay = waiting.get(key)
      if (!autoPlay) return
      waiting.delete(key)
      apply(settledRound(goingOn()?.run ?? null, { autoPlay, stake }, payout))
    },
    refused(error) {
      const held = goingOn()
      if (held && error instanceof PlanRefusal) held.ended = error.detail.ends
    },
  }
}
