import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Multiplier } from '#fair/multiplier.ts'
import { parseFields, parseInteger } from '#fair/parse-value.ts'
import { crashEndOf, crashPointAt, crashTimeOf } from './crash-curve.ts'

export interface CrashParams {
  /** Multiplier of the automatic cash-out, in hundredths: 200 is 2.00×. */
  target: number
}

/** Targets in hundredths, 1.01× to 1,000,000×. */
export const CRASH_MIN_TARGET = 101
export const CRASH_MAX_TARGET = 100_000_000

/** Number of possible results. */
export const CRASH_STEPS = 2 ** 32

const HEX_USED = 8

/** @throws {FairnessError} if `value` is not a bet on crash */
export function parseCrashParams(value: unknown): CrashParams {
  const { target } = parseFields(value, 'params')
  return { target: parseInteger(target, 'target', CRASH_MIN_TARGET, CRASH_MAX_TARGET) }
}

/** SHA-256 of the hash's text: chains are played in reverse order. */
export function previousCrashHash(gameHash: string): string {
  return bytesToHex(sha256(utf8ToBytes(gameHash)))
}

export interface CrashChain {
  /** The chain's last hash, published before the first game. */
  commitment: string
  /** One hash for each game, in the order they are played. */
  gameHashes: readonly string[]
}

export function createCrashChain(secretSeed: string, games: number): CrashChain {
  const hashes = [secretSeed]
  for (let hash = secretSeed; hashes.length <= games; hashes.push(hash)) hash = previousCrashHash(hash)
  const [commitment = secretSeed, ...gameHashes] = hashes.toReversed()
  return { commitment, gameHashes }
}

/** Checks that game `gameNumber` (the first is 1) has this hash. */
export function isCrashHashOf(commitment: string, gameNumber: number, gameHash: string): boolean {
  let hash = gameHash
  for (let step = 0; step < gameNumber; step += 1) hash = previousCrashHash(hash)
  return hash === commitment
}

/** HMAC-SHA256 in hex. The key is the text of the game hash, the message the text of the public salt. */
export function crashDigest(gameHash: string, salt: string): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(gameHash), utf8ToBytes(salt)))
}

/** The digest's first eight hex digits as a number, 0 to 2³² − 1. */
export function crashStep(digest: string): number {
  return Number.parseInt(digest.slice(0, HEX_USED), 16)
}

/** The crash point in hundredths, at least 100 (1.00×). */
export function crashOutcome(gameHash: string, salt: string): number {
  return crashResult(crashStep(crashDigest(gameHash, salt)))
}

/** In hundredths. The order of the floating-point operations matters, as in limbo. */
export function crashResult(step: number): number {
  return Math.max(100, Math.floor((CRASH_STEPS / (step + 1)) * 0.99 * 100))
}

/** The steps from the published values to the round's result. */
interface CrashArithmetic {
  readonly digest: string
  readonly step: number
  /** In hundredths. */
  readonly point: number
}

export function crashArithmetic(gameHash: string, salt: string): CrashArithmetic {
  const digest = crashDigest(gameHash, salt)
  const step = crashStep(digest)
  return { digest, step, point: crashResult(step) }
}

/** The target's multiplier, or 0 if the curve does not reach it. */
export function crashMultiplier({ target }: CrashParams, outcome: number): Multiplier {
  return outcome >= target ? target * 100 : 0
}

/** Number of the 2³² steps that reach the target. Results only fall from step to step. */
export function crashWinningSteps({ target }: CrashParams): number {
  let winning = 0
  let losing = CRASH_STEPS
  while (losing - winning > 1) {
    const middle = Math.floor((winning + losing) / 2)
    if (crashResult(middle - 1) >= target) winning = middle
    else losing = middle
  }
  return winning
}

/** The chance that the curve reaches the target, 0 to 1. */
export function crashChance(params: CrashParams): number {
  return crashWinningSteps(params) / CRASH_STEPS
}

/** Return to player of always cashing out at this target, 0 to 1. */
export function crashReturn(params: CrashParams): number {
  return (crashChance(params) * params.target) / 100
}

// Crash as it is played. All players share its rounds: it uses no player's seeds and is not in PLAY_GAMES. Points of
// the curve are integers in hundredths: 231 is 2.31×. Times are milliseconds from the start of the curve.

/**
 * A manual cash-out is possible from 1.01× on. At 1.00×, which every round reaches, players would get back the whole
 * stake without risk, and could collect turnover for free.
 */
export const CRASH_CASH_OUT_FROM_MS = crashTimeOf(CRASH_MIN_TARGET)

/**
 * The point at which a request that arrived at `ms` cashes out: the point shown then, up to and including the crash
 * point. Undefined before 1.01× and after the end.
 */
export function crashCashOutAt(ms: number, crashPoint: number): number | undefined {
  return ms < CRASH_CASH_OUT_FROM_MS || ms >= crashEndOf(crashPoint) ? undefined : crashPointAt(ms)
}

/**
 * The point of the automatic cash-out because the payout reaches its limit.
 * @param stake in the unit of `maxPayout`
 */
export function crashCapOf(stake: bigint, maxPayout: bigint): number {
  const cap = (maxPayout * 100n) / stake
  return cap > BigInt(CRASH_MAX_TARGET) ? CRASH_MAX_TARGET : Number(cap)
}

/**
 * The house edge, 0 to 1. Without a target it is unknown where the player will cash out, so the edge of the lowest
 * target is used: except for rounding it is the same at every target.
 */
export function crashEdge(target: number | null): number {
  return 1 - crashReturn({ target: target ?? CRASH_MIN_TARGET })
}
