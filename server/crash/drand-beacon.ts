import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { Clock } from '#server/base/clock.ts'
import { fetchBounded } from '#server/base/fetch-bounded.ts'
import type { Logger } from '#server/base/logger.ts'
import type { Beacon, BeaconValue } from './beacon.ts'

/** A network of drand, of the scheme bls-unchained-g1-rfc9380: signatures on G1, the public key on G2. */
export interface DrandNetwork {
  readonly chainHash: string
  readonly publicKey: string
  /** When its first round came, in seconds since the epoch. */
  readonly genesisS: number
  readonly periodS: number
}

export const QUICKNET: DrandNetwork = {
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisS: 1_692_803_367,
  periodS: 3,
}

/** Of its signatures: RFC 9380 on G1. */
export const DRAND_DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'

const AGAIN_MS = 250
const MOST_BYTES = 4_096
const ANSWER_MS = 2_000

const RoundSchema = v.object({
  round: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  randomness: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  signature: v.pipe(v.string(), v.regex(/^[0-9a-f]{96}$/)),
})

interface DrandOptions {
  /** Two or more, asked at once: the first valid answer counts. */
  readonly endpoints: readonly string[]
  readonly clock: Clock
  readonly logger: Logger
  readonly network?: DrandNetwork
}

/** The first round of the network that comes after a moment, in milliseconds since the epoch. */
export const drandRoundAfter = ({ genesisS, periodS }: DrandNetwork, after: number): number =>
  Math.max(1, Math.floor((after / 1_000 - genesisS) / periodS) + 2)

/** What is signed is public beforehand; the value is the hash of the signature. */
export const drandMessage = (round: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(round))
  return createHash('sha256').update(bytes).digest()
}

/** drand over HTTP. No answer is believed before its signature was checked with the network's public key. */
export function drandBeacon({ endpoints, clock, logger, network = QUICKNET }: DrandOptions): Beacon {
  async function ask(endpoint: string, round: number): Promise<BeaconValue | null> {
    const url = `${endpoint.replace(/\/$/, '')}/${network.chainHash}/public/${round}`
    const { status, bytes } = await fetchBounded(url, { maxBytes: MOST_BYTES, timeoutMs: ANSWER_MS })
    if (status !== 200) return null
    const parsed = v.safeParse(RoundSchema, JSON.parse(bytes.toString('utf8')))
    if (!parsed.success || parsed.output.round !== round) return null
    const { signature, randomness } = parsed.output
    const value = createHash('sha256').update(Buffer.from(signature, 'hex')).digest('hex')
    if (value !== randomness || !(await isSigned(signature, round))) {
      logger.error({ alarm: 'beacon', endpoint }, 'a beacon answers with a wrong signature')
      return null
    }
    return { round, value, signature }
  }

  async function isSigned(signature: string, round: number): Promise<boolean> {
    const { bls12_381: bls } = await import('@noble/curves/bls12-381')
    try {
      const { shortSignatures } = bls
      const message = shortSignatures.hash(drandMessage(round), DRAND_DST)
      return shortSignatures.verify(signature, message, network.publicKey)
    } catch {
      return false
    }
  }

  return {
    rule: 'drand-quicknet',
    async first(after, until, signal) {
      const round = drandRoundAfter(network, after)
      const dueAt = (network.genesisS + (round - 1) * network.periodS) * 1_000
      if (dueAt > until) return null
      const isOver = () => signal.aborted || clock() >= until
      if (dueAt > clock()) await sleep(dueAt - clock(), undefined, { signal }).catch(() => {})
      const found = new AbortController()
      const keepAsking = async (endpoint: string): Promise<BeaconValue | null> => {
        while (!isOver() && !found.signal.aborted) {
          const value = await ask(endpoint, round).catch(() => null)
          if (value) return value
          await sleep(AGAIN_MS, undefined, { signal: found.signal }).catch(() => {})
        }
        return null
      }
      return new Promise((resolve) => {
        let asking = endpoints.length
        for (const endpoint of endpoints) {
          void keepAsking(endpoint).then((value) => {
            asking -= 1
            if (!value && asking > 0) return
            found.abort()
            resolve(value)
          })
        }
        const endMs = Math.max(0, until - clock())
        void sleep(endMs, undefined, { signal: found.signal, ref: false }).then(
          () => resolve(null),
          () => {},
        )
      })
    },
  }
}
