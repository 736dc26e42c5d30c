import { bytesToHex } from '@noble/hashes/utils.js'
import {
  CRASH_STEPS,
  type CrashParams,
  crashDigest,
  crashMultiplier,
  crashResult,
  crashStep,
} from '#rules/crash/crash.ts'
import type { Multiplier } from '#fair/multiplier.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import { type BetSeeds, type Draw, createStream, roundDigest, roundMessage } from '#fair/stream.ts'
import { type Arithmetic, type SeededBet, arithmeticOf } from './arithmetic.ts'

/** One HMAC-SHA256 whose key is the server seed. */
export interface ExplainedRound {
  round: number
  message: string
  /** 64 hex characters. */
  digest: string
}

/** One float and the four terms it is the sum of: b0/256, b1/256², b2/256³, b3/256⁴. */
export interface ExplainedDraw extends Draw {
  terms: readonly [number, number, number, number]
}

export interface BetExplanation {
  serverSeedHash: string
  /** The HMACs the bet used, in order. */
  rounds: readonly ExplainedRound[]
  /** The floats the bet used, in order. */
  draws: readonly ExplainedDraw[]
  arithmetic: Arithmetic
}

/** Every step from a bet's seeds to its multiplier, as numbers for the screen to word. */
export function explainBet(seeds: BetSeeds, bet: SeededBet): BetExplanation {
  const stream = createStream(seeds)
  const arithmetic = arithmeticOf(bet, stream)
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

/** Every step from a crash game's hash to its result. */
export interface CrashExplanation {
  /** HMAC-SHA256 of the salt, keyed with the hash, in hex. */
  digest: string
  /** The first eight characters of the digest and the number they stand for. */
  leading: string
  step: number
  /** 2³² / (step + 1) × 0.99, before it is cut to two decimals. */
  quotient: number
  /** In hundredths, at least 100. */
  outcome: number
  multiplier: Multiplier
}

export function explainCrash(gameHash: string, salt: string, params: CrashParams): CrashExplanation {
  const digest = crashDigest(gameHash, salt)
  const step = crashStep(digest)
  const outcome = crashResult(step)
  return {
    digest,
    leading: digest.slice(0, 8),
    step,
    quotient: (CRASH_STEPS / (step + 1)) * 0.99,
    outcome,
    multiplier: crashMultiplier(params, outcome),
  }
}

function termsOf([b0, b1, b2, b3]: Draw['bytes']): ExplainedDraw['terms'] {
  return [b0 / 256, b1 / 256 ** 2, b2 / 256 ** 3, b3 / 256 ** 4]
}
