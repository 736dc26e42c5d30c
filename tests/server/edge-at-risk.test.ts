import { describe, expect, it } from 'vitest'
import { crashResult, crashReturn, CRASH_MAX_TARGET, crashCashOutAt, crashEdge } from '#rules/crash/crash.ts'
import { crashTimeOf } from '#rules/crash/crash-curve.ts'
import { DICE_MAX_CHANCE, DICE_MIN_CHANCE, DICE_SIDES, diceReturn, diceTarget } from '#rules/dice/dice.ts'
import {
  HILO_CARDS,
  HILO_ROUND_CARDS,
  hiloCardName,
  hiloGuesses,
  hiloReturn,
  type HiloCardName,
} from '#rules/hilo/hilo.ts'
import { KENO_PICK_COUNTS, KENO_RISKS, kenoMultipliers, kenoReturn } from '#rules/keno/keno.ts'
import { LIMBO_MAX_TARGET, LIMBO_MIN_TARGET, limboReturn } from '#rules/limbo/limbo.ts'
import { MINES_MAX, MINES_MIN, minesGems, minesOutcome, minesReturn } from '#rules/mines/mines.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { PLINKO_RISKS, PLINKO_ROWS, plinkoMultipliers, plinkoReturn } from '#rules/plinko/plinko.ts'
import { POND_TOTALS } from '#rules/pond-reels/pond-reels-paytable.ts'
import { createStream } from '#fair/stream.ts'
import { WHEEL_RISKS, WHEEL_SEGMENTS, wheelMultipliers, wheelReturn } from '#rules/wheel/wheel.ts'
import { GIFT_WHEEL_PARTS } from '#rules/gift-wheel/gift-wheel-parts.ts'
import { GAMES, type PlayGame } from '#rules/games.ts'
import type { SharedGame } from '#rules/play-games.ts'
import { inBasisPoints } from '#server/play/plan-play.ts'

// Levels, limits, bonuses and lists count a bet by the house edge in the rules of its game. If a player could end a bet
// more cheaply, stakes would count that were never at risk.

interface Way {
  readonly how: string
  /** The house edge that is counted, 0 to 1. */
  readonly counted: number
  /** Return in the long run, 0 to 1. */
  readonly comesBack: number
  /** Smallest possible return, 0 to 1. */
  readonly atLeast: number
}

/** A way whose smallest return is 0. */
const allOrNothing = (how: string, counted: number, comesBack: number): Way => ({
  how,
  counted,
  comesBack,
  atLeast: 0,
})

const whole = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
/** Evenly spaced by ratio, so that low values are close together. */
const byRatio = (from: number, to: number, steps: number) =>
  Array.from({ length: steps + 1 }, (_, step) => Math.round(from * (to / from) ** (step / steps)))
const least = (multipliers: readonly number[]) => Math.min(...multipliers) / MULTIPLIER_SCALE

/** A round of hilo that begins with this card. */
const hiloCards = (first: HiloCardName) => [first, ...Array<HiloCardName>(HILO_ROUND_CARDS - 1).fill('7H')]

/** Every game must list how it can be played. */
const WAYS: { readonly [G in PlayGame | SharedGame]: () => Iterable<Way> } = {
  *dice() {
    for (const side of DICE_SIDES) {
      for (let chance = DICE_MIN_CHANCE; chance <= DICE_MAX_CHANCE; chance += 1) {
        const params = { side, target: diceTarget(side, chance) }
        yield allOrNothing(`${side}, ${chance / 100}%`, GAMES.dice.edge(params), diceReturn(params))
      }
    }
  },
  *limbo() {
    for (const target of byRatio(LIMBO_MIN_TARGET, LIMBO_MAX_TARGET, 500)) {
      yield allOrNothing(`target ${target}`, GAMES.limbo.edge({ target }), limboReturn({ target }))
    }
  },
  *mines() {
    const outcome = minesOutcome(createStream({ serverSeed: 'ab'.repeat(32), clientSeed: 'koi', nonce: 0 }))
    for (const mines of whole(MINES_MIN, MINES_MAX)) {
      const params = { mines }
      const counted = GAMES.mines.edge(params)
      const atOnce = GAMES.mines.value({ params, outcome, steps: [] })
      if (atOnce !== undefined) yield sure(`${mines} mines, out at once`, counted, atOnce)
      for (const gems of whole(1, minesGems(params))) {
        yield allOrNothing(`${mines} mines, out after ${gems}`, counted, minesReturn(params, gems))
      }
    }
  },
  *plinko() {
    for (const rows of PLINKO_ROWS) {
      for (const risk of PLINKO_RISKS) {
        const params = { rows, risk }
        yield {
          how: `${rows} rows, ${risk}`,
          counted: GAMES.plinko.edge(params),
          comesBack: plinkoReturn(params),
          atLeast: least(plinkoMultipliers(params)),
        }
      }
    }
  },
  *hilo() {
    for (const card of whole(0, HILO_CARDS - 1)) {
      const params = { startCard: hiloCardName(card) }
      const counted = GAMES.hilo.edge(params)
      const outcome = hiloCards(params.startCard)
      for (const skips of [0, 1, 7, HILO_ROUND_CARDS - 2]) {
        const steps = Array.from({ length: skips }, () => ({ type: 'skip' }) as const)
        const value = GAMES.hilo.value({ params, outcome, steps })
        if (value !== undefined) yield sure(`${params.startCard}, out after ${skips} skips`, counted, value)
      }
      // Each further guess costs the house edge again.
      for (const guess of hiloGuesses(card)) {
        yield allOrNothing(`${params.startCard}, ${guess}`, counted, hiloReturn(card, guess))
      }
    }
  },
  *keno() {
    for (const risk of KENO_RISKS) {
      for (const count of KENO_PICK_COUNTS) {
        const counted = GAMES.keno.edge({ risk, picks: whole(0, count - 1) })
        yield {
          how: `${risk}, ${count} picks`,
          counted,
          comesBack: kenoReturn(risk, count),
          atLeast: least(kenoMultipliers(risk, count)),
        }
      }
    }
  },
  *wheel() {
    for (const segments of WHEEL_SEGMENTS) {
      for (const risk of WHEEL_RISKS) {
        const params = { segments, risk }
        yield {
          how: `${segments} segments, ${risk}`,
          counted: GAMES.wheel.edge(params),
          comesBack: wheelReturn(params),
          atLeast: least(wheelMultipliers(params)),
        }
      }
    }
  },
  *'pond-reels'() {
    const comesBack = POND_TOTALS.paid / (POND_TOTALS.combinations * MULTIPLIER_SCALE)
    yield allOrNothing('a spin', GAMES['pond-reels'].edge({}), comesBack)
  },
  *'gift-wheel'() {
    const comesBack =
      GIFT_WHEEL_PARTS.reduce((sum, multiplier) => sum + multiplier, 0) /
      GIFT_WHEEL_PARTS.length /
      MULTIPLIER_SCALE
    yield {
      how: 'a turn',
      counted: GAMES['gift-wheel'].edge({}),
      comesBack,
      atLeast: least(GIFT_WHEEL_PARTS),
    }
  },
  *crash() {
    const targets = byRatio(101, CRASH_MAX_TARGET, 500)
    for (const target of targets) {
      yield allOrNothing(`target ${target}`, crashEdge(target), crashReturn({ target }))
    }
    // By hand, with and without a later target. A half goes out by the same rule as the whole.
    const counted = Math.max(...[null, ...targets].map(crashEdge))
    const moments = [...whole(0, 400), ...targets.map(crashTimeOf)]
    for (const ms of moments) {
      const shown = crashCashOutAt(ms, crashResult(0))
      if (shown === undefined) continue
      const how = `out by hand after ${ms.toFixed(1)} ms, at ${shown}`
      // A round that ends earlier returns nothing; no round ends below 1.00×.
      if (crashCashOutAt(ms, 100) === undefined) {
        yield allOrNothing(how, counted, crashReturn({ target: shown }))
      } else yield sure(how, counted, shown * 100)
    }
  },
}

/** A way whose return is certain. */
function sure(how: string, counted: number, multiplier: number): Way {
  const back = multiplier / MULTIPLIER_SCALE
  return { how, counted, comesBack: back, atLeast: back }
}

/**
 * Counted edges are rounded to whole basis points. Mines counts the edge of one gem and Crash that of the target:
 * another gem, or a cash-out by hand, may cost a basis point less, because its multiplier is cut at another decimal.
 */
const ROUNDING_BPS = 1.5

describe.each(Object.entries(WAYS))('%s', (_, ways) => {
  it('counts at most the edge that a bet costs in the long run, in every way to play it', () => {
    const all = [...ways()]
    expect(all.length).toBeGreaterThan(0)
    const tooMuch = all.filter(
      ({ counted, comesBack }) => inBasisPoints(counted) > (1 - comesBack) * 10_000 + ROUNDING_BPS,
    )
    expect(tooMuch).toEqual([])
  })

  it('puts at least a part of the stake at risk, in every way to play it', () => {
    expect([...ways()].filter(({ atLeast }) => atLeast >= 1)).toEqual([])
  })
})
