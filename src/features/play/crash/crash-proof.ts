import * as v from 'valibot'
import type { CrashRound } from '#contract/crash.ts'
import { crashArithmetic } from '#rules/crash/crash.ts'
import { crashSaltFault } from '#rules/crash/crash-salt.ts'
import { crashHashBefore } from '#rules/crash/verify-crash.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { parseStored } from '#lib/parse-stored.ts'
import type { CrashChainFacts } from '#features/play/crash-table.ts'

const STORED_AT = 'crash-verified'

const VerifiedSchema = v.object({
  lastHash: v.string(),
  game: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  hash: v.string(),
})

/** The hash of this game is known to be right. */
interface KnownGame {
  readonly game: number
  readonly hash: string
}

export interface CrashProof {
  /** The game's hash leads to the last hash of its chain, which was published before the first game. */
  readonly isOfChain: boolean
  /** The hash was followed to this game; 0 is the published last hash. */
  readonly comparedWith: number
  /** Hash and salt make the point that was shown; true for a void round, which has no point. */
  readonly isPoint: boolean
  /** True if drand signed the salt as its first value after the lock; undefined for salts from elsewhere. */
  readonly isSaltSigned: boolean | undefined
}

/** The newest game of the chain that was verified here; at first the published last hash. */
function readNewest(lastHash: string): KnownGame {
  const stored = parseStored(VerifiedSchema, browserStorage.get(STORED_AT))
  return stored && stored.lastHash === lastHash ? stored : { game: 0, hash: lastHash }
}

interface ProofOptions {
  readonly newest?: KnownGame
  /** @param done share of the hashes, 0 to 1 */
  readonly onProgress?: (done: number) => void
}

/**
 * Follows the hash only to the newest game that was verified before: hashing the whole chain takes long.
 * @throws when the code that checks signatures of drand cannot be loaded
 */
export async function verifyCrashRound(
  round: CrashRound,
  chain: CrashChainFacts,
  { newest = readNewest(round.chain), onProgress }: ProofOptions = {},
): Promise<CrashProof> {
  const { game, gameHash, salt, point } = round
  const isSaltSigned = await isSignedByDrand(round, chain)
  if (gameHash === null) {
    return { isOfChain: false, comparedWith: newest.game, isPoint: false, isSaltSigned }
  }
  const [later, earlier] =
    game >= newest.game ? [{ game, hash: gameHash }, newest] : [newest, { game, hash: gameHash }]
  const steps = later.game - earlier.game
  const reached = await crashHashBefore(later.hash, steps, { onStep: (done) => onProgress?.(done / steps) })
  const isPublished = round.chain === chain.lastHash || chain.others.includes(round.chain)
  const isOfChain = isPublished && reached === earlier.hash
  const isPoint =
    point === null || (salt !== null && crashArithmetic(gameHash, salt).point === Math.round(point * 100))
  if (isOfChain && game > newest.game)
    browserStorage.set(STORED_AT, JSON.stringify({ lastHash: round.chain, game, hash: gameHash }))
  return { isOfChain, comparedWith: newest.game, isPoint, isSaltSigned }
}

/** Undefined where the salt comes from elsewhere, and where a void round has none. */
async function isSignedByDrand(
  { salt, beacon }: CrashRound,
  { saltRule }: CrashChainFacts,
): Promise<boolean | undefined> {
  if (saltRule !== 'drand-quicknet' || salt === null) return undefined
  if (!beacon?.signature) return false
  return (await crashSaltFault(salt, { ...beacon, signature: beacon.signature })) === undefined
}
