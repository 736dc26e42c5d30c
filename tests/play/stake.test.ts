import { describe, expect, it } from 'vitest'
import {
  clampStake,
  doubledStake,
  halvedStake,
  highestStake,
  parseStake,
  stakeText,
} from '#features/play/stake/stake-entry.ts'
import { judgeStake } from '#features/play/session/stake-guard.ts'
import { maxStakeOf } from '#rules/stake-limits.ts'

const BOUNDS = { balance: 100_000_000n, minStake: 10_000n, maxStake: 50_000_000n }

describe('the stake field', () => {
  it.each([
    ['1', 1_000_000n],
    ['0.01', 10_000n],
    [' 12.345678 ', 12_345_678n],
    ['.5', 500_000n],
    ['５．５', 5_500_000n],
    ['5。5', 5_500_000n],
  ])('reads %j', (text, stake) => {
    expect(parseStake(text, 6, BOUNDS)).toEqual({ status: 'valid', stake })
  })

  it.each([
    ['', 'empty'],
    ['abc', 'not_a_number'],
    ['1,5', 'not_a_number'],
    ['0,500', 'not_a_number'],
    ['０，５００', 'not_a_number'],
    ['1,5,0', 'not_a_number'],
    ['-1', 'not_a_number'],
    ['1e3', 'not_a_number'],
    ['1.0000001', 'not_a_number'],
    ['0.0000001', 'too_small'],
    ['9999999999999999', 'too_large'],
    ['0.009', 'too_small'],
    ['1,000', 'too_large'],
  ])('refuses %j as %s', (text, problem) => {
    expect(parseStake(text, 6, BOUNDS)).toMatchObject({ status: 'invalid', problem })
  })

  it('knows what the balance allows', () => {
    const poor = { ...BOUNDS, balance: 2_000_000n }
    expect(parseStake('3', 6, poor)).toMatchObject({ problem: 'insufficient_balance', stake: 3_000_000n })
    expect(highestStake(poor)).toBe(2_000_000n)
    expect(highestStake({ ...BOUNDS, balance: 5n })).toBe(10_000n)
  })

  it('halves, doubles and stays within the limits', () => {
    expect(halvedStake(15_000n, BOUNDS)).toBe(10_000n)
    expect(doubledStake(15_000n, BOUNDS)).toBe(30_000n)
    expect(doubledStake(40_000_000n, BOUNDS)).toBe(50_000_000n)
    expect(clampStake(0n, BOUNDS)).toBe(10_000n)
  })

  it.each([
    [1_000_000n, '1.00'],
    [10_000n, '0.01'],
    [12_345_678n, '12.345678'],
    [0n, '0.00'],
  ])('shows %s units as %s', (stake, text) => {
    expect(stakeText(stake, 6)).toBe(text)
  })
})

describe('the largest stake', () => {
  const limits = { maxStake: 10_000n, maxPayout: 1_000_000n }

  it('keeps the best result within the highest payout', () => {
    expect(maxStakeOf({ game: 'limbo', params: { target: 1_600_000 } }, limits)).toBe(62n)
    expect(maxStakeOf({ game: 'limbo', params: { target: 200 } }, limits)).toBe(10_000n)
    expect(maxStakeOf({ game: 'plinko', params: { rows: 16, risk: 'high' } }, limits)).toBe(1_000n)
    expect(maxStakeOf({ game: 'mines', params: { mines: 12 } }, limits)).toBe(10_000n)
  })
})

describe('the confirmation of unusual stakes', () => {
  const recent = [100n, 100n, 200n, 100n, 50n]
  const base = { balance: 10_000n, recent, acknowledged: 0n, isMax: false }

  it.each([
    ['the usual', { stake: 100n }, undefined],
    ['nine times the usual', { stake: 900n }, undefined],
    ['ten times the usual', { stake: 1_000n }, undefined],
    ['more than ten times the usual', { stake: 1_001n }, 'unusual'],
    ['the same of a great fortune', { stake: 1_001n, balance: 1_000_000n }, 'unusual'],
    ['more than a quarter of the balance', { stake: 251n, balance: 1_000n }, 'large'],
    ['the same with nothing to compare', { stake: 2_501n, recent: [] }, 'large'],
    ['a quarter of it', { stake: 2_500n, recent: [] }, undefined],
    ['little, by the Max button', { stake: 300n, isMax: true }, 'max'],
    ['the usual, by the Max button', { stake: 100n, isMax: true }, undefined],
    [
      'a stake confirmed before, by the Max button',
      { stake: 300n, acknowledged: 300n, isMax: true },
      undefined,
    ],
    ['most of a small balance, as usual', { stake: 100n, balance: 110n }, undefined],
    ['a stake confirmed before', { stake: 5_000n, acknowledged: 5_000n }, undefined],
    ['more than that', { stake: 5_001n, acknowledged: 5_000n }, 'unusual'],
  ] as const)('handles %s', (_, judged, warning) => {
    expect(judgeStake({ ...base, ...judged })).toBe(warning)
  })
})
