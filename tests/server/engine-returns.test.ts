import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { serverSeedFrom } from '#fair/seeds.ts'
import { PLAY_GAMES } from '#rules/play-games.ts'
import { createHistogram, createTally } from '../fair/simulated-bets.ts'
import { createPlannedPlayer, PLANNED_STAKE } from '../support/planned-play.ts'
import { SIMULATED_GAMES } from '../support/simulated-games.ts'
import { SIMULATED } from '../support/test-seed.ts'

/** Number of bets for each game. */
const BETS = SIMULATED
const BETS_OF_A_PAIR = 500
const MULTIPLIER_OF_ONE = 10_000

/** The seeds are fixed, so that the result never changes by chance. */
const seedOf = (game: string, pair: number) =>
  serverSeedFrom(createHash('sha256').update(`${game}, pair ${pair}`).digest())

describe(`${BETS} bets planned by the server's engine return the enumerated return`, () => {
  for (const game of PLAY_GAMES) {
    it(`in ${game}`, { timeout: 7_200_000 }, () => {
      const { play, endings, counts } = SIMULATED_GAMES[game]
      const player = createPlannedPlayer()
      const tally = createTally(`${game}, by the engine`, BETS)
      const histograms = counts.map(({ name, size }) => createHistogram(`${game}: ${name}`, size))
      for (let nth = 0; nth < BETS; nth += 1) {
        if (nth % BETS_OF_A_PAIR === 0)
          player.beginPair(seedOf(game, nth / BETS_OF_A_PAIR), `pair ${nth / BETS_OF_A_PAIR}`)
        const { stake, payout, outcome, nonce } = play(player, nth)
        if (stake !== PLANNED_STAKE || nonce !== nth % BETS_OF_A_PAIR)
          throw new Error(`Bet ${nth} has staked ${stake} with nonce ${nonce}`)
        tally.add((Number(payout) / Number(stake)) * MULTIPLIER_OF_ONE)
        counts.forEach(({ of }, place) => {
          const value = of(outcome)
          const histogram = histograms[place]
          if (histogram) histogram.counts[value] = (histogram.counts[value] ?? Number.NaN) + 1
        })
      }
      tally.judge(endings)
      for (const [place, { probability }] of counts.entries()) {
        const histogram = histograms[place]
        expect(histogram?.counts.reduce((sum, n) => sum + n, 0)).toBe(BETS)
        histogram?.judge(probability)
      }
    })
  }
})
