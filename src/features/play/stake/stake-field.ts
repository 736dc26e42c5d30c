import { createStore, type WritableStore } from '#lib/store.ts'
import type { PlayEngine, PlayLimits } from '#features/play/play-engine.ts'
import { shownAmount } from '#features/play/session/shown-balance.actions.ts'
import { limitsInPlay } from './limits-in-play.ts'
import {
  clampStake,
  doubledStake,
  halvedStake,
  highestStake,
  parseStake,
  stakeText,
  type StakeBounds,
  type StakeEntry,
} from './stake-entry.ts'
import type { StakeFieldPlay } from './stake-play.ts'

const FIRST_STAKE = '10.00'
/** With a balance the first stake is so many times the smallest one, or what there is. */
const FIRST_OF_BALANCE = 100n
const DECIMALS = 6

export interface TypedStake<Params> extends StakeFieldPlay {
  readonly params: WritableStore<Params>
  /** @param back comes back to the balance first, as the stake of a bet that is replaced */
  readStakeWith(back: bigint): StakeEntry
  /** The amount that the Max button put into the field; undefined after ½ and 2×. */
  maxTaken(): bigint | undefined
}

export function createTypedStake<Params>(
  engine: PlayEngine,
  firstParams: Params,
  largest: (params: Params, limits: PlayLimits) => bigint,
): TypedStake<Params> {
  const params = createStore(firstParams)
  const text = createStore(FIRST_STAKE)
  const limits = limitsInPlay(engine)
  let maxTaken: bigint | undefined
  const decimals = () => engine.balance.get()?.decimals ?? DECIMALS
  const maxStake = () => {
    const known = limits.get()
    return known ? largest(params.get(), known) : 0n
  }
  const bounds = (): StakeBounds => ({
    balance: shownAmount(engine) ?? 0n,
    minStake: limits.get()?.minStake ?? 0n,
    maxStake: maxStake(),
  })
  const readStakeWith = (back: bigint) => {
    const { balance, ...others } = bounds()
    return parseStake(text.get(), decimals(), { balance: balance + back, ...others })
  }
  const readStake = () => readStakeWith(0n)

  if (!engine.demo) suggest()
  /** The suggestion waits for the limits of the coin; an amount that the player has typed by then stays. */
  function suggest(): void {
    const put = () => {
      const least = limits.get()?.minStake
      const held = engine.balance.get()
      if (least === undefined || !held) return
      stop.forEach((end) => end())
      if (text.get() !== FIRST_STAKE) return
      text.set(stakeText(clampStake(least * FIRST_OF_BALANCE, bounds()), held.decimals))
    }
    const stop = [limits.subscribe(put), engine.balance.subscribe(put)]
    put()
  }

  return {
    engine,
    limits,
    params,
    stakeText: text,
    readStake,
    readStakeWith,
    maxStake,
    setStakeText: (next) => text.set(next),
    changeStake(change) {
      if (!limits.get()) return
      const stake = readStake().stake ?? bounds().minStake
      const changed =
        change === 'half'
          ? halvedStake(stake, bounds())
          : change === 'double'
            ? doubledStake(stake, bounds())
            : highestStake(bounds())
      text.set(stakeText(changed, decimals()))
      maxTaken = change === 'max' ? changed : undefined
    },
    maxTaken: () => maxTaken,
  }
}
