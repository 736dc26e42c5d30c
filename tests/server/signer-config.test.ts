import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Logger } from '#server/base/logger.ts'
import { openJournal, type JournalLine } from '#server/signer/journal.ts'
import { readSignerConfig, warnOfUnknownCoins } from '#server/signer/signer-config.ts'
import { configFile } from '../support/config-file.ts'

const signerFile = (coins: readonly object[], more: object = {}) => configFile({ ...more, signer: { coins } })

describe('prices that the signer assumes for coins', () => {
  const rulesOf = (env: Record<string, string>) => readSignerConfig(env).coinRules

  it("are one dollar for stable coins, and the operator's figure for others", () => {
    const rules = rulesOf({
      KOI_CONFIG: signerFile([
        { coin: 'eth-ethereum', floorUsd: '1500.5', reviewFrom: '2', perDay: '10' },
        { coin: 'usdb-blast', floorUsd: '0.9' },
        { coin: 'usdt-ethereum', reviewFrom: '1000.5', perDay: '5000' },
      ]),
    })
    expect([...rules.floors]).toEqual([
      ['usdt-ethereum', 10n ** 12n],
      ['usdc-ethereum', 10n ** 12n],
      ['usdb-blast', 900_000_000_000n],
      ['eth-ethereum', 1_500_500_000_000_000n],
    ])
    expect(rules.limits.get('eth-ethereum')).toEqual({ reviewFrom: 200_000_000n, perDay: 1_000_000_000n })
    expect(rules.limits.get('usdt-ethereum')?.reviewFrom).toBe(1_000_500_000n)
    expect(rules.mustKnow).toBe(false)
  })

  it('are required in live mode', () => {
    const live = {
      KOI_MODE: 'live',
      DATABASE_URL: 'postgres://koi@127.0.0.1/koi',
      SIGNER_KEY: '5a'.repeat(32),
      KOI_SECRET_KEY: '5b'.repeat(32),
    }
    expect(rulesOf({ ...live, TRONGRID_API_KEY: 'a-key-of-this-test' }).mustKnow).toBe(true)
  })

  it('are reported as missing at the start, for each coin of real money', () => {
    const told: unknown[] = []
    const warned = (fields: unknown, text: string) => void told.push(fields, text)
    const logger = { warn: warned } as unknown as Logger
    const live = {
      KOI_MODE: 'live',
      DATABASE_URL: 'postgres://koi@127.0.0.1/koi',
      SIGNER_KEY: '5a'.repeat(32),
      KOI_SECRET_KEY: '5b'.repeat(32),
      TRONGRID_API_KEY: 'a-key-of-this-test',
    }
    const on = { node: 'http://127.0.0.1:1', recipient: `0x${'42'.repeat(20)}` }
    const chains = [
      {
        id: 1,
        ...on,
        coins: [
          { coin: 'usdt-ethereum', contract: `0x${'0d'.repeat(20)}` },
          { coin: 'eth-ethereum', contract: 'native' },
        ],
      },
      {
        id: 137,
        name: 'Polygon',
        ...on,
        coins: [{ coin: 'eth-ethereum', contract: `0x${'0e'.repeat(20)}` }],
      },
    ]
    const warn = (coins: readonly object[]) => {
      told.length = 0
      warnOfUnknownCoins(readSignerConfig({ ...live, KOI_CONFIG: signerFile(coins, { chains }) }), logger)
      return told
    }
    expect(warn([])).toEqual([
      { coins: ['eth-ethereum'] },
      expect.stringMatching(/^every withdrawal of these coins needs a review: .*signer\.coins/),
    ])
    expect(warn([{ coin: 'eth-ethereum', floorUsd: '1500' }])).toEqual([])
    expect(warn([{ coin: 'eth-ethereum', reviewFrom: '2', perDay: '10' }])).toEqual([])
    warnOfUnknownCoins(readSignerConfig({}), logger)
    expect(told).toEqual([])
  })

  it.each([
    [[{ coin: 'eth-ethereum', floorUsd: '0' }], 'signer.coins[0].floorUsd: must be a price in US dollars'],
    [[{ coin: 'eth-ethereum', floorUsd: 1 }], 'signer.coins[0].floorUsd: must be a price in US dollars'],
    [
      [
        { coin: 'eth-ethereum', floorUsd: '1' },
        { coin: 'eth-ethereum', floorUsd: '2' },
      ],
      'signer.coins[1].coin: names a coin twice',
    ],
    [[{ coin: 'eht-ethereum', floorUsd: '1' }], 'signer.coins[0].coin: must be a coin that Koi knows'],
    [[{ coin: 'eth-ethereum', reviewFrom: '2' }], 'signer.coins[0]: has one of reviewFrom and perDay'],
    [
      [{ coin: 'eth-ethereum', reviewFrom: '2', perDay: '-1' }],
      'signer.coins[0].perDay: must be an amount in quotes',
    ],
    [
      [{ coin: 'usdt-ethereum', reviewFrom: '2', perDay: '1.1234567' }],
      'signer.coins[0].perDay: must have 6 decimals at most',
    ],
  ])('are refused as %j', (coins, sentence) => {
    expect(() => readSignerConfig({ KOI_CONFIG: signerFile(coins) })).toThrow(sentence)
  })

  it('the limits of the signer are its own, or those of the old variables', () => {
    const { limits, feeLimit, maxGasPrice } = readSignerConfig({})
    expect({ limits, feeLimit, maxGasPrice }).toEqual({
      limits: { reviewFrom: 5_000_000_000n, perDay: 20_000_000_000n },
      feeLimit: 100_000_000,
      maxGasPrice: 100_000_000_000n,
    })
    const signer = { reviewUsdt: '10.5', dayLimitUsdt: '100', feeLimitTrx: 7, maxGasGwei: 3 }
    expect(readSignerConfig({ KOI_CONFIG: configFile({ signer }) })).toMatchObject({
      limits: { reviewFrom: 10_500_000n, perDay: 100_000_000n },
      feeLimit: 7_000_000,
      maxGasPrice: 3_000_000_000n,
    })
  })

  it('an old variable is reported with its new name', () => {
    expect(() => readSignerConfig({ SIGNER_FLOORS_USD: 'eth-ethereum=1' })).toThrow(
      'SIGNER_FLOORS_USD is signer.coins[].floorUsd now',
    )
  })
})

describe("the signer's journal", () => {
  let dir: string
  beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'koi-journal-'))))
  afterEach(() => rmSync(dir, { recursive: true, force: true }))
  const HOUR_MS = 3_600_000
  const NOW = Date.parse('2026-06-01T12:00:00Z')
  const line = (txId: string, at: number): JournalLine => ({
    chain: 'evm-1',
    sender: '0xa',
    coin: 'eth-ethereum',
    paid: 2n ** 63n,
    txId,
    nonce: 7,
    at,
  })

  it('survives a restart, but drops entries that can no longer pay or are too old', () => {
    const journal = openJournal(dir, NOW)
    const [old, gone, kept] = [line('1', NOW - 50 * HOUR_MS), line('2', NOW - HOUR_MS), line('3', NOW)]
    for (const each of [old, gone, kept]) journal.add(each)
    journal.forget(['2'])
    // A crash in the middle of a line.
    appendFileSync(join(dir, 'signer-journal.jsonl'), '{"chain":"evm')
    const again = openJournal(dir, NOW)
    expect(again.signedSince(NOW - 49 * HOUR_MS)).toEqual([kept])
    expect(again.lastOf({ chain: 'evm-1', address: '0xa' })).toEqual(kept)
    expect(again.lastOf({ chain: 'evm-1', address: '0xb' })).toBe(null)
    again.add(line('4', NOW))
    expect(openJournal(dir, NOW).signedSince(0)).toHaveLength(2)
  })

  it('loses no line after one that was cut off while it ran', () => {
    const journal = openJournal(dir, NOW)
    const cut = () => appendFileSync(join(dir, 'signer-journal.jsonl'), '{"chain":"evm')
    for (const txId of ['1', '2']) {
      cut()
      journal.add(line(txId, NOW))
    }
    cut()
    journal.forget(['1'])
    expect(openJournal(dir, NOW).signedSince(0)).toEqual([line('2', NOW)])
  })

  it('is required', () => {
    writeFileSync(join(dir, 'file'), '')
    expect(() => openJournal(join(dir, 'file'), NOW)).toThrow(/cannot be kept \(\w+\): correct DATA_DIR/)
  })
})
