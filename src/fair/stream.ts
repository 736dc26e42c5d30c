import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** A bet's result depends on these and on nothing else. */
export interface BetSeeds {
  serverSeed: string
  clientSeed: string
  /** Counts the bets of a seed pair, from 0. */
  nonce: number
}

/** A float and its place in the stream. */
export interface Draw {
  /** Number of the HMAC, from 0. */
  round: number
  /** Index of the first of its four bytes in that HMAC: 0, 4 … 28. */
  offset: number
  bytes: readonly [number, number, number, number]
  /** 0 ≤ float < 1, in steps of 2⁻³². */
  float: number
}

export interface RandomStream {
  next(): number
  /** All floats taken so far. */
  readonly draws: readonly Draw[]
}

const BYTES_PER_FLOAT = 4
const BYTES_PER_ROUND = 32

/** The message of one HMAC: `clientSeed:nonce:round`. */
export function roundMessage({ clientSeed, nonce }: BetSeeds, round: number): string {
  return `${clientSeed}:${nonce}:${round}`
}

/** The 32 bytes of one HMAC-SHA256. The key is the server seed as text, not the bytes that its hex digits stand for. */
export function roundDigest(seeds: BetSeeds, round: number): Uint8Array {
  return hmac(sha256, utf8ToBytes(seeds.serverSeed), utf8ToBytes(roundMessage(seeds, round)))
}

/** Computes an HMAC only when its first float is needed. */
export function createStream(seeds: BetSeeds): RandomStream {
  return createStreams(seeds.serverSeed)(seeds)
}

/** Prepares the key once for many bets with one server seed. */
export function createStreams(serverSeed: string): (bet: Omit<BetSeeds, 'serverSeed'>) => RandomStream {
  const keyed = hmac.create(sha256, utf8ToBytes(serverSeed))
  return ({ clientSeed, nonce }) => {
    const seeds = { serverSeed, clientSeed, nonce }
    const draws: Draw[] = []
    let round = -1
    let offset = BYTES_PER_ROUND
    let digest = new Uint8Array()

    function next(): number {
      if (offset === BYTES_PER_ROUND) {
        round += 1
        offset = 0
        digest = keyed
          .clone()
          .update(utf8ToBytes(roundMessage(seeds, round)))
          .digest()
      }
      const b0 = digest[offset] ?? 0
      const b1 = digest[offset + 1] ?? 0
      const b2 = digest[offset + 2] ?? 0
      const b3 = digest[offset + 3] ?? 0
      const float = b0 / 256 + b1 / 256 ** 2 + b2 / 256 ** 3 + b3 / 256 ** 4
      draws.push({ round, offset, bytes: [b0, b1, b2, b3], float })
      offset += BYTES_PER_FLOAT
      return float
    }
    return { next, draws }
  }
}
