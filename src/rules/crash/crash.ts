import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Multiplier } from '#fair/multiplier.ts'
import { parseFields, parseInteger } from '#fair/parse-value.ts'
import { crashEndOf, crashPointAt, crashTimeOf } from './crash-curve.ts'

export interface CrashParams {
  /** The multiplier at which the player leaves, in hundredths: 200 is 2.00×. */
  target: number
}

/** Cash-outs in hundredths, 1.01× to 1,000,000×. */
export const CRASH_MIN_TARGET = 101
export const CRASH_MAX_TARGET = 100_000_000

/** How many results there are. */
export const CRASH_STEPS = 2 ** 32

const HEX_USED = 8

/** @throws {FairnessError} when `value` is no bet on crash */
export function parseCrashParams(value: unknown): CrashParams {
  const { target } = parseFields(value, 'params')
  return { target: parseInteger(target, 'target', CRASH_MIN_TARGET, CRASH_MAX_TARGET) }
}

/** The hash of the game before the one with this hash: SHA-256 of the hash's text. */
export function previousCrashHash(gameHash: string): string {
  return bytesToHex(sha256(utf8ToBytes(gameHash)))
}

/** A chain of games. */
export interface CrashChain {
  /** The chain's last hash, published before the first game. */
  commitment: string
  /** One hash a game, in the order played. */
  gameHashes: readonly string[]
}

/** The chain of `games` games that grows from a secret seed. */
export function createCrashChain(secretSeed: string, games: number): CrashChain {
  const hashes = [secretSeed]
  for (let hash = secretSeed; hashes.length <= games; hashes.push(hash)) hash = previousCrashHash(hash)
  const [commitment = secretSeed, ...gameHashes] = hashes.toReversed()
  return { commitment, gameHashes }
}

/** Whether the game played as number `gameNumber` (the first is 1) had to have this hash. */
export function isCrashHashOf(commitment: string, gameNumber: number, gameHash: string): boolean {
  let hash = gameHash
  for (let step = 0; step < gameNumber; step += 1) hash = previousCrashHash(hash)
  return hash === commitment
}

/** HMAC-SHA256 in hex; key and message are the texts of hash and public salt. */
export function crashDigest(gameHash: string, salt: string): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(gameHash), utf8ToBytes(salt)))
}

/** The number, 0 to 2³² − 1, that a digest's first eight characters stand for. */
export function crashStep(digest: string): number {
  return Number.parseInt(digest.slice(0, HEX_USED), 16)
}

/** Where the curve crashes, in hundredths, at least 100 (1.00×). */
export function crashOutcome(gameHash: string, salt: string): number {
  return crashResult(crashStep(crashDigest(gameHash, salt)))
}

/** The result of one of the 2³² steps, in hundredths; doubles in this very order, as in limbo. */
export function crashResult(step: number): number {
  return Math.max(100, Math.floor((CRASH_STEPS / (step + 1)) * 0.99 * 100))
}

/** How a round's result follows from what is published. */
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

/** What leaving at the target pays, when the curve gets there. */
export function crashMultiplier({ target }: CrashParams, outcome: number): Multiplier {
  return outcome >= target ? target * 100 : 0
}

/** How many of the 2³² steps reach the target. Results only fall from step to step. */
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

/** Return to player of always leaving at this target, 0 to 1. */
export function crashReturn(params: CrashParams): number {
  return (crashChance(params) * params.target) / 100
}

// Crash as it is played. Its rounds are shared by all players: it draws from no seeds of a player, and is none of
// PLAY_GAMES. Points of the curve are whole hundredths: 231 is 2.31×. Times are milliseconds from the curve's start.

/**
 * Nobody goes out by hand before the curve shows 1.01×. At 1.00×, which every round shows, the whole stake would come
 * back without a risk, and what counts of a bet would cost nothing.
 */
export const CRASH_CASH_OUT_FROM_MS = crashTimeOf(CRASH_MIN_TARGET)

/**
 * Where a request that arrived at `ms` takes a bet out: at what the curve showed then, the crash point included.
 * Undefined when the curve did not show 1.01× yet, or had ended.
 */
export function crashCashOutAt(ms: number, crashPoint: number): number | undefined {
  return ms < CRASH_CASH_OUT_FROM_MS || ms >= crashEndOf(crashPoint) ? undefined : crashPointAt(ms)
}

/**
 * Where a bet pays the most that a bet may pay, and is taken out by itself.
 * @param stake in the unit of `maxPayout`
 */
export function crashCapOf(stake: bigint, maxPayout: bigint): number {
  const cap = (maxPayout * 100n) / stake
  return cap > BigInt(CRASH_MAX_TARGET) ? CRASH_MAX_TARGET : Number(cap)
}

/**
 * The house's share of the stake in the long run, 0 to 1. Nobody knows where a player without a target goes out, and it
 * is the same at every target but for rounding: it is that of the lowest one.
 */
export function crashEdge(target: number | null): number {
  return 1 - crashReturn({ target: target ?? CRASH_MIN_TARGET })
}
