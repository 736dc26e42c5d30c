import { createStore } from '#lib/store.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'
import { shownAmount } from '#features/play/session/shown-balance.actions.ts'
import { limitsInPlay } from '#features/play/stake/limits-in-play.ts'
import {
  clampStake,
  doubledStake,
  halvedStake,
  highestStake,
  parseStake,
  stakeText,
  type StakeBounds,
  type StakeEntry,
} from '#features/play/stake/stake-entry.ts'
import type { StakeFieldPlay } from '#features/play/stake/stake-play.ts'

const FIRST_STAKE = '10.00'
/** Of a balance: so many times the smallest stake, if there is so much. */
const FIRST_OF_BALANCE = 100n
const DECIMALS = 6

export interface CrashStakeField extends StakeFieldPlay {
  /** In hundredths; undefined where the player cashes out. */
  readonly params: ReturnType<typeof createStore<number | undefined>>
  /** Reads the field as if so much more were in the balance: a bet that is taken back first. */
  readStakeWith(back: bigint): StakeEntry
  /** The largest stake that target and limits allow. */
  maxStake(): bigint
  /** The amount that the Max button has put into the field, until another one is there. */
  maxTaken(): bigint | undefined
}

/** The amount of one of the bets. The highest payout bounds it where the player has set a target. */
export function createCrashStake(engine: PlayEngine): CrashStakeField {
  const text = createStore(FIRST_STAKE)
  const target = createStore<number | undefined>(undefined)
  const limits = limitsInPlay(engine)
  let maxTaken: bigint | undefined
  const decimals = () => engine.balance.get()?.decimals ?? DECIMALS

  function maxStake(): bigint {
    const known = limits.get()
    if (!known) return 0n
    const payable = (known.maxPayout * 100n) / BigInt(target.get() ?? 100)
    return payable < known.maxStake ? payable : known.maxStake
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

  if (!engine.demo) {
    /** Waits for the limits of the coin, unless the player has typed an amount by then. */
    const suggest = () => {
      const least = limits.get()?.minStake
      const held = engine.balance.get()
      if (least === undefined || !held) return
      stop.forEach((end) => end())
      if (text.get() === FIRST_STAKE)
        text.set(stakeText(clampStake(least * FIRST_OF_BALANCE, bounds()), held.decimals))
    }
    const stop = [limits.subscribe(suggest), engine.balance.subscribe(suggest)]
    suggest()
  }

  return {
    ...{ engine, limits, params: target, stakeText: text, readStake, readStakeWith, maxStake },
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
