import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { type DrandNetwork, QUICKNET, drandRoundAfter, drandValue, isDrandSigned } from '#fair/drand.ts'
import type { Clock } from '#server/base/clock.ts'
import { fetchBounded } from '#server/base/fetch-bounded.ts'
import type { Logger } from '#server/base/logger.ts'
import type { Beacon, BeaconValue } from './beacon.ts'

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

/** drand over HTTP. No answer is believed before its signature was checked with the network's public key. */
export function drandBeacon({ endpoints, clock, logger, network = QUICKNET }: DrandOptions): Beacon {
  async function ask(endpoint: string, round: number): Promise<BeaconValue | null> {
    const url = `${endpoint.replace(/\/$/, '')}/${network.chainHash}/public/${round}`
    const { status, bytes } = await fetchBounded(url, {
      service: 'drand',
      maxBytes: MOST_BYTES,
      timeoutMs: ANSWER_MS,
    })
    if (status !== 200) return null
    const parsed = v.safeParse(RoundSchema, JSON.parse(bytes.toString('utf8')))
    if (!parsed.success || parsed.output.round !== round) return null
    const { signature, randomness } = parsed.output
    const value = drandValue(signature)
    if (value !== randomness || !(await isDrandSigned({ round, signature }, network))) {
      logger.error({ alarm: 'beacon', endpoint }, 'a beacon answers with a wrong signature')
      return null
    }
    return { round, value, signature }
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
