import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Logger } from '#server/base/logger.ts'
import { openJournal, type JournalLine } from '#server/signer/journal.ts'
import { readSignerConfig, warnOfUnknownCoins } from '#server/signer/signer-config.ts'

describe('what the signer knows of coins by itself', () => {
  const rulesOf = (env: Record<string, string>) => readSignerConfig(env).coinRules

  it('is a dollar for stable coins, and what the operator says of the others', () => {
    const rules = rulesOf({
      SIGNER_FLOORS_USD: 'eth-ethereum=1500.5+usdb-blast=0.9',
      SIGNER_COIN_LIMITS: 'eth-ethereum=2/10+usdt-ethereum=1000.5/5000',
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

  it('has to be known in live mode', () => {
    const live = {
      KOI_MODE: 'live',
      DATABASE_URL: 'postgres://koi@127.0.0.1/koi',
      SIGNER_KEY: '5a'.repeat(32),
      KOI_SECRET_KEY: '5b'.repeat(32),
    }
    expect(rulesOf({ ...live, TRONGRID_API_KEY: 'a-key-of-this-test' }).mustKnow).toBe(true)
  })

  it('is told to be missing at the start, coin by coin, where money is real', () => {
    const told: unknown[] = []
    const warned = (fields: unknown, text: string) => void told.push(fields, text)
    const logger = { warn: warned } as unknown as Logger
    const live = {
      ...{ KOI_MODE: 'live', DATABASE_URL: 'postgres://koi@127.0.0.1/koi', SIGNER_KEY: '5a'.repeat(32) },
      ...{ KOI_SECRET_KEY: '5b'.repeat(32), TRONGRID_API_KEY: 'a-key-of-this-test' },
      ...{ KOI_CHAINS: '1:Ethereum,137:Polygon', KOI_RPC_URLS: 'http://127.0.0.1:1,http://127.0.0.1:1' },
      KOI_DEPOSIT_ADDRESSES: `0x${'42'.repeat(20)},0x${'42'.repeat(20)}`,
      KOI_DEPOSIT_TOKENS: `usdt-ethereum=0x${'0d'.repeat(20)}+eth-ethereum=native,eth-ethereum=0x${'0e'.repeat(20)}`,
    }
    const warn = (more: Record<string, string>) => {
      told.length = 0
      warnOfUnknownCoins(readSignerConfig({ ...live, ...more }), logger)
      return told
    }
    expect(warn({})).toEqual([
      { coins: ['eth-ethereum'] },
      expect.stringMatching(/^a person has to look at every withdrawal of these coins: .*SIGNER_FLOORS_USD/),
    ])
    expect(warn({ SIGNER_FLOORS_USD: 'eth-ethereum=1500' })).toEqual([])
    expect(warn({ SIGNER_COIN_LIMITS: 'eth-ethereum=2/10' })).toEqual([])
    warnOfUnknownCoins(readSignerConfig({}), logger)
    expect(told).toEqual([])
  })

  it.each([
    ['SIGNER_FLOORS_USD', 'eth-ethereum', 'must be coins and their least prices'],
    ['SIGNER_FLOORS_USD', 'eth-ethereum=0', 'must be coins and their least prices'],
    ['SIGNER_FLOORS_USD', 'eth-ethereum=1+eth-ethereum=2', 'names a coin twice'],
    ['SIGNER_FLOORS_USD', 'eht-ethereum=1', 'names a coin that Koi does not know'],
    ['SIGNER_COIN_LIMITS', 'eth-ethereum=2', 'must be coins, each with the amount'],
    ['SIGNER_COIN_LIMITS', 'eth-ethereum=2/-1', 'must be coins, each with the amount'],
  ])('refuses %s=%s', (name, value, sentence) => {
    expect(() => readSignerConfig({ [name]: value })).toThrow(`${name} ${sentence}`)
  })
})

describe('the signer’s journal', () => {
  let dir: string
  beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'koi-journal-'))))
  afterEach(() => rmSync(dir, { recursive: true, force: true }))
  const HOUR_MS = 3_600_000
  const NOW = Date.parse('2026-06-01T12:00:00Z')
  const line = (txId: string, at: number): JournalLine => ({
    ...{ chain: 'evm-1', sender: '0xa', coin: 'eth-ethereum', paid: 2n ** 63n, txId, nonce: 7, at },
  })

  it('remembers over a restart, but for what can never pay and what is too old', () => {
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

  it('loses no line to one before it that was cut off while it ran', () => {
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

  it('has to be kept', () => {
    writeFileSync(join(dir, 'file'), '')
    expect(() => openJournal(join(dir, 'file'), NOW)).toThrow(/cannot be kept \(\w+\): correct DATA_DIR/)
  })
})
