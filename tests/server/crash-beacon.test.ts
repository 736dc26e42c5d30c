import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHash, randomBytes } from 'node:crypto'
import { bls12_381 as bls } from '@noble/curves/bls12-381'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '#server/base/logger.ts'
import { DRAND_DST, drandMessage, drandRoundAfter, QUICKNET, type DrandNetwork } from '#fair/drand.ts'
import { drandBeacon } from '#server/crash/drand-beacon.ts'

const logger = createLogger('silent')
const secret = bls.utils.randomPrivateKey()
const { shortSignatures: signatures } = bls

/** Rounds come every second; the first one was some time ago. */
const network: DrandNetwork = {
  chainHash: 'ab'.repeat(32),
  publicKey: Buffer.from(signatures.getPublicKey(secret).toBytes()).toString('hex'),
  genesisS: Math.floor(Date.now() / 1_000) - 1_000,
  periodS: 1,
}

const signed = (round: number, by = secret) => {
  const point = signatures.sign(signatures.hash(drandMessage(round), DRAND_DST), by)
  const signature = Buffer.from(signatures.Signature.toBytes(point)).toString('hex')
  const randomness = createHash('sha256').update(Buffer.from(signature, 'hex')).digest('hex')
  return { round, randomness, signature }
}

describe('Undefined leaves the request without an answer.', () => {
  const servers: Server[] = []
  const asked: string[] = []
  let never: AbortSignal
  beforeEach(() => {
    asked.length = 0
    never = new AbortController().signal
  })
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  /** A relay that answers as it is told; undefined means that it does not. */
  async function relay(answer: (round: number) => object | undefined): Promise<string> {
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      const round = Number(request.url?.split('/').at(-1))
      const body = round > drandRoundAfter(network, Date.now()) ? undefined : answer(round)
      response.statusCode = body === undefined ? 404 : 200
      response.end(JSON.stringify(body ?? {}))
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const open = (endpoints: readonly string[]) => drandBeacon({ endpoints, clock: Date.now, logger, network })

  it('takes the first round after the lock, from the relay that answers first', async () => {
    const beacon = open([await relay(() => undefined), await relay((round) => signed(round))])
    const lockedAt = Date.now()
    const value = await beacon.first(lockedAt, lockedAt + 4_000, never)
    const comesAt = (network.genesisS + ((value?.round ?? 0) - 1) * network.periodS) * 1_000
    expect(comesAt).toBeGreaterThan(lockedAt)
    expect(comesAt - lockedAt).toBeLessThanOrEqual(1_000)
    expect(value?.value).toBe(signed(value?.round ?? 0).randomness)
    // A later request for the same lock gets the same value.
    expect(await beacon.first(lockedAt, Date.now() + 4_000, never)).toEqual(value)
    expect(asked.every((url) => url.startsWith(`/${network.chainHash}/public/`))).toBe(true)
  })

  it("accepts a value only with the network's signature of that round", async () => {
    const stranger = bls.utils.randomPrivateKey()
    const beacon = open([
      await relay((round) => signed(round, stranger)),
      await relay((round) => ({ ...signed(round - 1), round })),
      await relay((round) => ({ ...signed(round), randomness: randomBytes(32).toString('hex') })),
      await relay((round) => ({ ...signed(round), signature: 'c0'.repeat(48) })),
      await relay(() => ({ round: 'one' })),
    ])
    const now = Date.now()
    expect(await beacon.first(now, now + 2_500, never)).toBeNull()
  })

  it('gives no value when no relay answers in time, and stops once nobody waits for it', async () => {
    const beacon = open([await relay(() => undefined), 'http://127.0.0.1:1'])
    const now = Date.now()
    expect(await beacon.first(now, now + 1_500, never)).toBeNull()
    expect(Date.now() - now).toBeLessThan(2_500)
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    expect(await beacon.first(Date.now(), Date.now() + 60_000, stop.signal)).toBeNull()
  })

  it('uses the public network that players can look up', () => {
    // The first round, and a round of known time.
    expect(drandRoundAfter(QUICKNET, QUICKNET.genesisS * 1_000 - 1)).toBe(1)
    expect(drandRoundAfter(QUICKNET, QUICKNET.genesisS * 1_000)).toBe(2)
    expect(drandRoundAfter(QUICKNET, (QUICKNET.genesisS + 2_999_997) * 1_000)).toBe(1_000_001)
  })
})
