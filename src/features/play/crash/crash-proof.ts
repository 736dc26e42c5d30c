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

/** A game of a chain whose hash is known to be right. */
interface KnownGame {
  readonly game: number
  readonly hash: string
}

export interface CrashProof {
  /** The game's hash leads to the last hash of its chain, and that is one that was published before its first game. */
  readonly isOfChain: boolean
  /** The game that it was followed to; 0 is the published last hash. */
  readonly comparedWith: number
  /** Hash and salt make the point that was shown; true of a void round, which has none. */
  readonly isPoint: boolean
  /** Of a salt from drand: whether it is the first value after the lock, signed by the network; else undefined. */
  readonly isSaltSigned: boolean | undefined
}

/** The newest game of the chain that was verified here; the published last hash where none was. */
function readNewest(lastHash: string): KnownGame {
  const stored = parseStored(VerifiedSchema, browserStorage.get(STORED_AT))
  return stored && stored.lastHash === lastHash ? stored : { game: 0, hash: lastHash }
}

interface ProofOptions {
  readonly newest?: KnownGame
  /** Told how much of the way back through the chain is done, 0 to 1. */
  readonly onProgress?: (done: number) => void
}

/**
 * Verifies a round that is over on this device. Its hash is followed to the newest game that was verified before, so
 * that it costs what the gap is long.
 * @throws when what checks signatures of drand cannot be loaded
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
