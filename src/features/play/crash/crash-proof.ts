import * as v from 'valibot'
import type { CrashRound } from '#contract/crash.ts'
import { crashDigest, crashResult, crashStep, previousCrashHash } from '#fair/crash.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'
import type { CrashChainFacts } from '#features/play/crash-table.ts'

const STORED_AT = 'crash-verified'
/** Hashes between two pauses, in which the page can do other things. */
const AT_ONCE = 2_000

const VerifiedSchema = v.object({
  lastHash: v.string(),
  game: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  hash: v.string(),
})

/** A game of a chain whose hash is known to be right. */
interface KnownGame {
  readonly game: number
  readonly hash: string
}

/** How a round's result follows from what is published. */
export interface CrashArithmetic {
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

export interface CrashProof {
  /** The game's hash leads to the chain's last hash, which was published before the first game. */
  readonly isOfChain: boolean
  /** The game that it was followed to; 0 is the published last hash. */
  readonly comparedWith: number
  /** Hash and salt make the point that was shown; true of a void round, which has none. */
  readonly isPoint: boolean
}

/** The newest game of the chain that was verified here; the published last hash where none was. */
function readNewest({ lastHash }: CrashChainFacts): KnownGame {
  const stored = parseStored(VerifiedSchema, browserStorage.get(STORED_AT))
  return stored && stored.lastHash === lastHash ? stored : { game: 0, hash: lastHash }
}

/**
 * Verifies a round that is over on this device. Its hash is followed to the newest game that was verified before, so
 * that it costs what the gap is long.
 */
export async function verifyCrashRound(
  { game, gameHash, salt, point }: CrashRound,
  chain: CrashChainFacts,
  newest: KnownGame = readNewest(chain),
): Promise<CrashProof> {
  if (gameHash === null) return { isOfChain: false, comparedWith: newest.game, isPoint: false }
  const [later, earlier] =
    game >= newest.game ? [{ game, hash: gameHash }, newest] : [newest, { game, hash: gameHash }]
  const isOfChain = (await followBack(later.hash, later.game - earlier.game)) === earlier.hash
  const isPoint =
    point === null || (salt !== null && crashArithmetic(gameHash, salt).point === Math.round(point * 100))
  if (isOfChain && game > newest.game)
    browserStorage.set(STORED_AT, JSON.stringify({ lastHash: chain.lastHash, game, hash: gameHash }))
  return { isOfChain, comparedWith: newest.game, isPoint }
}

async function followBack(hash: string, steps: number): Promise<string> {
  let reached = hash
  for (let step = 1; step <= steps; step += 1) {
    reached = previousCrashHash(reached)
    if (step % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve))
  }
  return reached
}
