import { createStore, type WritableStore } from '#lib/store.ts'
import { dismissAutoPlay } from '#features/play/auto/auto-play.actions.ts'
import { PlayError } from '#features/play/play-error.ts'
import type { BetGame } from '#features/play/play-engine.ts'
import { tellMoment } from '#features/play/session/play-moments.ts'
import type { TypedStake } from '#features/play/stake/stake-field.ts'
import type { StakeGuard } from '#features/play/stake/stake-question.ts'

/** A double tap is over by then. */
const REST_MS = 400

/** The next bet, from the stake field to the call of the engine. */
export interface BetOrder<Params = unknown> extends TypedStake<Params>, StakeGuard {
  readonly game: BetGame
  readonly problem: WritableStore<PlayError | undefined>
  setParams(params: Params): void
  /**
   * Takes no bet for a moment: another button was in the place of the Bet button until now, and a second tap was meant
   * for that one.
   */
  rest(): void
  isResting(): boolean
}

export function createBetOrder<Params>(
  game: BetGame,
  field: TypedStake<Params>,
  guard: StakeGuard,
): BetOrder<Params> {
  const problem = createStore<PlayError | undefined>(undefined)
  let restsUntil = -Infinity
  return {
    ...field,
    ...guard,
    game,
    problem,
    setParams(params) {
      field.params.set(params)
      problem.set(undefined)
    },
    setStakeText(text) {
      field.setStakeText(text)
      problem.set(undefined)
    },
    changeStake(change) {
      field.changeStake(change)
      problem.set(undefined)
    },
    rest() {
      restsUntil = performance.now() + REST_MS
    },
    isResting: () => performance.now() < restsUntil,
  }
}

/** Goes on at once, or after the player's yes when the stake is far above the usual. */
export function confirmStake(order: BetOrder, stake: bigint, proceed: () => void, back = 0n): void {
  const begin = () => {
    tellMoment({ type: 'bet', game: order.game })
    proceed()
  }
  order.guard(stake, stake === order.maxTaken(), begin, back)
}

/**
 * Goes on with the amount in the field, unless it cannot be bet.
 * @param back what comes back before the stake is taken
 */
export function confirmOrder(order: BetOrder, proceed: (stake: bigint) => void, back = 0n): void {
  const entry = order.readStakeWith(back)
  if (entry.status === 'invalid') return
  confirmStake(order, entry.stake, () => proceed(entry.stake), back)
}

/** Calls the engine for an order. A refusal becomes the order's `problem`, and the answer is undefined. */
export async function callEngine<T>(order: BetOrder, call: () => Promise<T>): Promise<T | undefined> {
  order.problem.set(undefined)
  try {
    return await call()
  } catch (error) {
    order.problem.set(
      error instanceof PlayError ? error : new PlayError('storage_failed', 'The bet failed', error),
    )
    return undefined
  }
}

/** @param attempt calls the engine and shows its refusal */
export function demoOfOrder(
  { game, engine, rest }: BetOrder,
  attempt: (call: () => Promise<unknown>) => Promise<unknown>,
): { refill(): Promise<void>; reset(): Promise<void> } {
  return {
    async refill() {
      const { demo } = engine
      if (demo) await attempt(() => demo.refill())
      rest()
    },
    async reset() {
      dismissAutoPlay(game)
      const { demo } = engine
      if (demo) await attempt(() => demo.reset())
    },
  }
}
