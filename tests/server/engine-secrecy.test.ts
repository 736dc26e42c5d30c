import { describe, expect, it } from 'vitest'
import { diceOutcome, DICE_OUTCOMES } from '#rules/dice/dice.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import { createStream } from '#fair/stream.ts'
import { drawServerSeed } from '#server/play/seed-pairs.ts'
import { createPlannedPlayer } from '../support/planned-play.ts'
import { SIMULATED } from '../support/test-seed.ts'

const BETS = SIMULATED
const BETS_OF_A_PAIR = 20
/** Half of all rolls are above it. */
const MIDDLE = (DICE_OUTCOMES - 1) / 2
const CHANCE = (MIDDLE + 1) / DICE_OUTCOMES
/** Chance alone exceeds it in one of 300,000 runs. In standard errors. */
const MOST_ERRORS = 4.5

/** All that players know before a bet. */
interface Known {
  readonly hash: string
  readonly clientSeed: string
  readonly nonce: number
  /** The server seed of the previous pair, and its hash. */
  readonly revealed: string
  readonly lastRoll: number
}

/** Guesses whether the next roll is above MIDDLE, and may learn from the roll. */
interface Solver {
  readonly name: string
  readonly guess: (known: Known) => boolean
  readonly learn?: (known: Known, isAbove: boolean) => void
}

const isAboveWith = (serverSeed: string, { clientSeed, nonce }: Pick<Known, 'clientSeed' | 'nonce'>) =>
  diceOutcome(createStream({ serverSeed, clientSeed, nonce })) > MIDDLE

const createSolvers = (): Solver[] => [
  { name: 'the hash, taken for the seed', guess: (known) => isAboveWith(known.hash, known) },
  { name: 'the seed before, once more', guess: (known) => isAboveWith(known.revealed, known) },
  {
    name: 'the hash of the seed before, as if seeds were a chain',
    guess: (known) => isAboveWith(hashServerSeed(known.revealed), known),
  },
  { name: 'the client seed alone', guess: (known) => isAboveWith(known.clientSeed, known) },
  { name: 'the first digit of the hash', guess: ({ hash }) => Number.parseInt(hash.charAt(0), 16) > 7 },
  { name: 'the roll before', guess: ({ lastRoll }) => lastRoll > MIDDLE },
  { name: 'turns with the nonce', guess: ({ nonce }) => nonce % 2 === 1 },
  createLearner(),
]

/** A perceptron over the bits of the hash, the previous seed and the nonce. */
function createLearner(): Solver {
  const bitsOf = ({ hash, revealed, nonce }: Known) =>
    [...(hash + revealed), nonce.toString(16)].flatMap((digit) => {
      const value = Number.parseInt(digit, 16)
      return [1, 2, 4, 8].map((bit) => ((value & bit) > 0 ? 1 : -1))
    })
  const weights = new Float64Array(1_024)
  const sum = (bits: readonly number[]) =>
    bits.reduce((all, bit, place) => all + bit * (weights[place] ?? 0), 0)
  return {
    name: 'what it has learned from all bets before',
    guess: (known) => sum(bitsOf(known)) > 0,
    learn(known, isAbove) {
      const bits = bitsOf(known)
      if (sum(bits) > 0 === isAbove) return
      for (const [place, bit] of bits.entries()) {
        weights[place] = (weights[place] ?? 0) + (isAbove ? bit : -bit)
      }
    },
  }
}

/**
 * Has solvers guess bets on dice before the server's engine plans them.
 * @param nextSeed makes the next server seed from the previous one
 * @returns how far each solver beats chance, in standard errors
 */
function guessBets(
  nextSeed: (before: string, clientSeed: string) => string,
  { bets = BETS, betsOfAPair = BETS_OF_A_PAIR } = {},
): Map<string, number> {
  const player = createPlannedPlayer()
  const solvers = createSolvers()
  const right = new Map(solvers.map(({ name }) => [name, 0]))
  let [seed, revealed, lastRoll] = [drawServerSeed(), '', 0]
  for (let nth = 0; nth < bets; nth += 1) {
    if (nth % betsOfAPair === 0) {
      revealed = seed
      const clientSeed = `client seed ${nth}`
      seed = nextSeed(seed, clientSeed)
      player.beginPair(seed, clientSeed)
    }
    const known: Known = { ...player.known(), revealed, lastRoll }
    const guesses = solvers.map(({ guess }) => guess(known))
    const bet = player.bet('dice', { side: 'over', target: 5_050 })
    lastRoll = 'outcome' in bet ? Number(bet.outcome) : Number.NaN
    const isAbove = lastRoll > MIDDLE
    for (const [place, { name, learn }] of solvers.entries()) {
      if (guesses[place] === isAbove) right.set(name, (right.get(name) ?? 0) + 1)
      learn?.(known, isAbove)
    }
  }
  return new Map(
    [...right].map(([name, n]) => [name, (n - bets * CHANCE) / Math.sqrt(bets * CHANCE * (1 - CHANCE))]),
  )
}

describe('public data before a bet', () => {
  it(`does not help any solver in ${BETS} bets with the server's own seeds`, { timeout: 7_200_000 }, () => {
    const errors = guessBets(drawServerSeed)
    for (const [name, by] of errors) console.log(`${name}: right by ${by.toFixed(2)} standard errors`)
    for (const [name, by] of errors) expect(by, name).toBeLessThan(MOST_ERRORS)
  })

  it('lets the solvers predict rolls when each seed is derived from the previous one', () => {
    const errors = guessBets(hashServerSeed, { bets: 500 })
    expect(errors.get('the hash of the seed before, as if seeds were a chain')).toBeGreaterThan(MOST_ERRORS)
  })

  it('lets the solvers predict rolls when seeds are chosen by outcome and hash', () => {
    /** Draws seeds until the hash of one tells its first roll. */
    const chosen = (_: string, clientSeed: string) => {
      for (;;) {
        const seed = drawServerSeed()
        const isHigh = Number.parseInt(hashServerSeed(seed).charAt(0), 16) > 7
        if (isHigh === isAboveWith(seed, { clientSeed, nonce: 0 })) return seed
      }
    }
    const errors = guessBets(chosen, { bets: 1_000, betsOfAPair: 1 })
    expect(errors.get('the first digit of the hash')).toBeGreaterThan(MOST_ERRORS)
    expect(errors.get('what it has learned from all bets before')).toBeGreaterThan(MOST_ERRORS)
  })
})
