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
/** Of a balance: so many times the smallest stake, if there is so much. */
const FIRST_OF_BALANCE = 100n
const DECIMALS = 6

export interface TypedStake<Params> extends StakeFieldPlay {
  readonly params: WritableStore<Params>
  /** Reads the field as if so much more were in the balance: a bet that is taken back first. */
  readStakeWith(back: bigint): StakeEntry
  /** The amount that the Max button has put into the field, until another one is there. */
  maxTaken(): bigint | undefined
}

/** The amount of a bet, as it is typed. */
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
  /** A balance's first stake waits for the limits of its coin, unless the player has typed one by then. */
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
