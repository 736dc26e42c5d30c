import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { crashResult, createCrashChain, isCrashHashOf, previousCrashHash } from '#rules/crash/crash.ts'
import { hiloCardName } from '#rules/hilo/hilo.ts'
import { LIMBO_STEPS, limboResult } from '#rules/limbo/limbo.ts'
import {
  CLIENT_SEED_MAX_LENGTH,
  clientSeedFrom,
  hashServerSeed,
  isClientSeed,
  isServerSeed,
  serverSeedFrom,
} from '#fair/seeds.ts'
import { type BetSeeds, createStream, createStreams } from '#fair/stream.ts'
import { verifyBet } from '#verify/verify-bet.ts'
import { KNOWN_BETS } from './known-bets.ts'

describe('known answers of other verifiers', () => {
  it.each(KNOWN_BETS.map((bet) => [bet.game, bet] as const))('%s', (game, bet) => {
    const { outcome, ...question } = bet
    expect(verifyBet(question)).toEqual({ game, outcome })
    expect(verifyBet(bet)).toEqual({ game, outcome, matches: true })
  })
})

describe('the random stream', () => {
  /** The same scheme, written with Node's crypto. */
  function floatsByNode({ serverSeed, clientSeed, nonce }: BetSeeds, count: number): number[] {
    const floats: number[] = []
    for (let round = 0; floats.length < count; round += 1) {
      const digest = createHmac('sha256', serverSeed).update(`${clientSeed}:${nonce}:${round}`).digest()
      for (let offset = 0; offset < 32; offset += 4) floats.push(digest.readUInt32BE(offset) / 2 ** 32)
    }
    return floats.slice(0, count)
  }

  it.each([
    ['plain', { serverSeed: 'a1'.repeat(32), clientSeed: 'aR3kRBVn', nonce: 0 }],
    ['Unicode, spaces and colons', { serverSeed: '锦鲤 🎏', clientSeed: ' 幸运: 7 : é🎏 ', nonce: 12_345 }],
    ['a key longer than a block', { serverSeed: 'é'.repeat(80), clientSeed: 'x', nonce: 2 ** 53 - 1 }],
  ])('is HMAC-SHA256 over UTF-8: %s', (_, seeds) => {
    const stream = createStream(seeds)
    const floats = Array.from({ length: 40 }, () => stream.next())
    expect(floats).toEqual(floatsByNode(seeds, 40))
    expect(stream.draws.map(({ float }) => float)).toEqual(floats)
    expect(stream.draws.map(({ round, offset }) => [round, offset])).toEqual(
      floats.map((_float, index) => [Math.floor(index / 8), (index % 8) * 4]),
    )
  })

  it('is the same for every bet with one prepared key', () => {
    const serverSeed = 'b2'.repeat(32)
    const streamOf = createStreams(serverSeed)
    for (let nonce = 0; nonce < 50; nonce += 1) {
      const [one, other] = [
        createStream({ serverSeed, clientSeed: 'koi', nonce }),
        streamOf({ clientSeed: 'koi', nonce }),
      ]
      for (let draw = 0; draw < 17; draw += 1) expect(other.next()).toBe(one.next())
    }
  })
})

describe('seeds', () => {
  it('commits to the text of the server seed', () => {
    const seed = serverSeedFrom(Uint8Array.from({ length: 32 }, (_, index) => index))
    expect(seed).toBe('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f')
    expect(isServerSeed(seed)).toBe(true)
    expect(isServerSeed(seed.toUpperCase())).toBe(false)
    expect(hashServerSeed(seed)).toBe(createHash('sha256').update(seed).digest('hex'))
    expect(() => serverSeedFrom(new Uint8Array(31))).toThrow(RangeError)
  })

  it('creates a readable client seed', () => {
    expect(clientSeedFrom(Uint8Array.of(0, 25, 26, 51, 52, 61, 62, 255))).toBe('AZaz09-_')
  })

  it.each([
    ['a', true],
    ['幸运 : 7 é🎏', true],
    ['🎏'.repeat(CLIENT_SEED_MAX_LENGTH), true],
    ['', false],
    ['a'.repeat(CLIENT_SEED_MAX_LENGTH + 1), false],
    ['two\nlines', false],
    ['half a pair \ud83c', false],
  ])('treats %j as a client seed: %s', (text, expected) => {
    expect(isClientSeed(text)).toBe(expected)
  })
})

describe('the crash chain', () => {
  it('grows backwards from a secret to the published hash', () => {
    const { commitment, gameHashes } = createCrashChain('secret', 100)
    expect(gameHashes).toHaveLength(100)
    expect(previousCrashHash(gameHashes[0] ?? '')).toBe(commitment)
    expect(gameHashes.at(-1)).toBe('secret')
    gameHashes.forEach((hash, index) => expect(isCrashHashOf(commitment, index + 1, hash)).toBe(true))
    expect(isCrashHashOf(commitment, 2, gameHashes[0] ?? '')).toBe(false)
    expect(previousCrashHash('secret')).toBe(createHash('sha256').update('secret').digest('hex'))
  })
})

describe('results', () => {
  it('fall from their highest to 1.00 in limbo and crash', () => {
    expect([limboResult(0), limboResult(LIMBO_STEPS - 1)]).toEqual([1_660_944_384, 100])
    expect([crashResult(0), crashResult(2 ** 32 - 1)]).toEqual([425_201_762_304, 100])
    let before = Infinity
    for (let step = 0; step < LIMBO_STEPS; step += 97) {
      const result = limboResult(step)
      if (result > before) throw new Error(`Step ${step} rises`)
      before = result
    }
  })

  it('name all 52 cards from 2♦ to A♣', () => {
    const names = Array.from({ length: 52 }, (_, card) => hiloCardName(card))
    expect(names.slice(0, 5)).toEqual(['2D', '2H', '2S', '2C', '3D'])
    expect(names.at(-1)).toBe('AC')
    expect(new Set(names).size).toBe(52)
    expect(names[8 * 4]).toBe('10D')
    expect(() => hiloCardName(52)).toThrow(RangeError)
  })
})
