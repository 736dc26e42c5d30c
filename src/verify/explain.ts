import { bytesToHex } from '@noble/hashes/utils.js'
import { hashServerSeed } from '#fair/seeds.ts'
import { type BetSeeds, type Draw, createStream, roundDigest, roundMessage } from '#fair/stream.ts'
import { type Arithmetic, CHECKS, type SeededBet } from '#rules/checks.ts'

/** One HMAC-SHA256 whose key is the server seed. */
export interface ExplainedRound {
  round: number
  message: string
  /** 64 hex digits. */
  digest: string
}

/** A float and the four terms that add up to it: b0/256, b1/256², b2/256³, b3/256⁴. */
export interface ExplainedDraw extends Draw {
  terms: readonly [number, number, number, number]
}

export interface BetExplanation {
  serverSeedHash: string
  rounds: readonly ExplainedRound[]
  draws: readonly ExplainedDraw[]
  arithmetic: Arithmetic
}

/** Returns each step from a bet's seeds to its multiplier as numbers. The screen puts them into words. */
export function explainBet(seeds: BetSeeds, bet: SeededBet): BetExplanation {
  const stream = createStream(seeds)
  // The cast is right because the check belongs to the bet's game.
  const arithmetic = CHECKS[bet.game].arithmetic(bet as never, stream)
  const used = new Set(stream.draws.map(({ round }) => round))
  return {
    serverSeedHash: hashServerSeed(seeds.serverSeed),
    rounds: [...used].map((round) => ({
      round,
      message: roundMessage(seeds, round),
      digest: bytesToHex(roundDigest(seeds, round)),
    })),
    draws: stream.draws.map((draw) => ({ ...draw, terms: termsOf(draw.bytes) })),
    arithmetic,
  }
}

function termsOf([b0, b1, b2, b3]: Draw['bytes']): ExplainedDraw['terms'] {
  return [b0 / 256, b1 / 256 ** 2, b2 / 256 ** 3, b3 / 256 ** 4]
}
