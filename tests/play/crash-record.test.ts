import { describe, expect, test } from 'vitest'
import { crashOutcome, isCrashHashOf } from '#rules/crash/crash.ts'
import {
  addCrashBet as addBet,
  advanceCrash,
  cancelCrashBet,
  crashDueAt,
  createCrashRecord,
  readCrashRecord,
  takeCrashBet,
  type CrashRecord,
} from '#features/play/demo-engine/crash-record.ts'
import { crashEndOf, crashTimeOf } from '#rules/crash/crash-curve.ts'

const START = 1_800_000_000_000
const ACCOUNT = 7
const STAKE = 10_000_000n
const MAX_PAYOUT = 1_000_000_000_000n

/** Pseudorandom bytes, repeatable by the number. */
function randomOf(seed: number) {
  let next = seed
  return (bytes: Uint8Array<ArrayBuffer>) => {
    bytes.forEach((_, index) => {
      next = (next * 1_103_515_245 + 12_345) % 2_147_483_648
      bytes[index] = next >>> 16
    })
    return bytes
  }
}

/** A record whose first round crashes at `wanted` or later, in `running`, with one bet. */
function runningRound(isWanted: (point: number) => boolean, target: number | null = null) {
  for (let seed = 1; seed < 5_000; seed += 1) {
    const random = randomOf(seed)
    const begun = addCrashBet(createCrashRecord(random, START), order(target), START)
    const locked = next(begun.record, crashDueAt(begun.record), random)
    const running = next(locked, crashDueAt(locked), random)
    if (isWanted(running.round.point ?? 0)) return { record: running, betId: begun.bet.id, random }
  }
  throw new Error('No such round')
}

const addCrashBet = (record: CrashRecord, stake: ReturnType<typeof order>, now: number) => {
  const limits = { minStake: 1n, maxStake: STAKE, maxPayout: MAX_PAYOUT }
  return addBet(record, stake, { limits, now, run: null, waiting: new Map() })
}

const order = (target: number | null, key = 'one') => ({
  key,
  account: ACCOUNT,
  stake: STAKE,
  target,
  autoPlay: null,
})

function next(record: CrashRecord, now: number, random: ReturnType<typeof randomOf>): CrashRecord {
  const advanced = advanceCrash(record, now, random)
  if (!advanced) throw new Error('Nothing was due')
  return advanced.record
}

describe('a Crash round on the device', () => {
  test('is betting, locked, running and settled, and its crash point follows from chain and salt', () => {
    const random = randomOf(3)
    let record = createCrashRecord(random, START)
    const { lastHash } = record.chain
    for (const game of [1, 2, 3]) {
      expect(record.round).toMatchObject({ game, status: 'betting', salt: null, point: null })
      expect(advanceCrash(record, record.round.locksAt - 1, random)).toBeUndefined()
      record = next(record, record.round.locksAt, random)
      expect(record.round).toMatchObject({ status: 'locked', salt: null, point: null })
      const lockedAt = record.round.locksAt
      record = next(record, lockedAt, random)
      const { gameHash, salt, point, startAt } = record.round
      expect(startAt).toBe(lockedAt + 300)
      expect(point).toBe(crashOutcome(gameHash, salt ?? ''))
      expect(isCrashHashOf(lastHash, game, gameHash)).toBe(true)
      expect(crashDueAt(record)).toBe((startAt ?? 0) + crashEndOf(point ?? 0))
      record = next(record, crashDueAt(record), random)
      expect(record.round.status).toBe('settled')
      record = next(record, crashDueAt(record), random)
    }
    expect(record.last.map(({ game }) => game)).toEqual([3, 2, 1])
    expect(readCrashRecord(structuredClone(record))).toEqual(record)
  })

  test('takes two bets until the lock, and returns a bet that is taken back before it', () => {
    const random = randomOf(4)
    const one = addCrashBet(createCrashRecord(random, START), order(null), START)
    const two = addCrashBet(one.record, order(200, 'two'), START)
    expect(() => addCrashBet(two.record, order(null, 'three'), START)).toThrow(
      expect.objectContaining({ code: 'bets_full' }),
    )
    const cancelled = cancelCrashBet(two.record, one.bet.id, START + 5_999)
    expect(cancelled.paid.get(ACCOUNT)).toBe(STAKE)
    expect(cancelCrashBet(cancelled.record, one.bet.id, START).paid.size).toBe(0)
    expect(() => cancelCrashBet(two.record, one.bet.id, START + 6_000)).toThrow(
      expect.objectContaining({ code: 'betting_closed' }),
    )
    expect(() => addCrashBet(one.record, order(null, 'late'), START + 6_000)).toThrow(
      expect.objectContaining({ code: 'betting_closed' }),
    )
  })

  test('pays a cash-out by the moment of the press: it wins at the crash point and loses one hundredth later', () => {
    const { record, betId } = runningRound((point) => point > 250)
    const { startAt, point } = record.round
    const started = startAt ?? 0
    const at = (ms: number, key: string) => ({ share: 100, key, at: started + ms }) as const
    const taken = takeCrashBet(record, betId, at(crashTimeOf(231) + 0.01, 'a'))
    expect(taken.paid.get(ACCOUNT)).toBe((STAKE * 231n) / 100n)
    expect(takeCrashBet(taken.record, betId, at(9_999_999, 'a')).paid.size).toBe(0)
    const last = takeCrashBet(record, betId, at(crashEndOf(point ?? 0) - 0.01, 'b'))
    expect(last.bet.cashOuts.at(-1)?.multiplier).toBe(point)
    expect(() => takeCrashBet(record, betId, at(crashEndOf(point ?? 0) + 0.01, 'c'))).toThrow(
      expect.objectContaining({ code: 'too_late' }),
    )
    // Every round reaches 1.00×, so a cash-out there would risk nothing.
    for (const ms of [-1, 0, crashTimeOf(101) - 0.01]) {
      for (const share of [50, 100] as const) {
        expect(() => takeCrashBet(record, betId, { ...at(ms, 'd'), share })).toThrow(
          expect.objectContaining({ code: 'too_early' }),
        )
      }
    }
    const first = takeCrashBet(record, betId, at(crashTimeOf(101) + 0.01, 'e'))
    expect(first.paid.get(ACCOUNT)).toBe((STAKE * 101n) / 100n)
  })

  test('cashes out half a bet first, and the rest later or never', () => {
    const { record, betId, random } = runningRound((point) => point > 300)
    const started = record.round.startAt ?? 0
    const half = takeCrashBet(record, betId, { share: 50, key: 'h', at: started + crashTimeOf(200) + 0.01 })
    expect(half.paid.get(ACCOUNT)).toBe(STAKE)
    expect(half.bet.status).toBe('placed')
    const rest = takeCrashBet(half.record, betId, {
      share: 50,
      key: 'r',
      at: started + crashTimeOf(300) + 0.01,
    })
    expect(rest.bet).toMatchObject({ status: 'settled' })
    expect(rest.paid.get(ACCOUNT)).toBe((STAKE * 3n) / 2n)
    const lost = advanceCrash(half.record, crashDueAt(half.record), random)
    expect(lost?.paid.size).toBe(0)
    expect(lost?.record.mine[0]?.status).toBe('settled')
  })

  test('pays a target exactly when it is reached, even if checked late, but not beyond the crash point', () => {
    const reached = runningRound((point) => point >= 200, 200)
    expect(crashDueAt(reached.record)).toBeCloseTo((reached.record.round.startAt ?? 0) + crashTimeOf(200))
    const late = advanceCrash(reached.record, (reached.record.round.startAt ?? 0) + 3_600_000, reached.random)
    expect(late?.paid.get(ACCOUNT)).toBe(STAKE * 2n)
    expect(late?.record.round.status).toBe('settled')
    const missed = runningRound((point) => point < 200, 200)
    const lost = advanceCrash(missed.record, crashDueAt(missed.record), missed.random)
    expect(lost?.paid.size).toBe(0)
    expect(lost?.record.mine[0]).toMatchObject({ status: 'settled', cashOuts: [] })
  })

  test('is void with all stakes returned when it was left before the curve, or the clock was set back', () => {
    const random = randomOf(9)
    const { record } = addCrashBet(createCrashRecord(random, START), order(null), START)
    const left = advanceCrash(record, START + 60_000, random)
    expect(left?.record.round.status).toBe('void')
    expect(left?.paid.get(ACCOUNT)).toBe(STAKE)
    const back = advanceCrash(record, START - 600_000, random)
    expect(back?.record.round.status).toBe('void')
    expect(back?.paid.get(ACCOUNT)).toBe(STAKE)
  })

  test('stays as it is once over when the clock is set back, and the next round begins', () => {
    const { record, random } = runningRound(() => true)
    const over = advanceCrash(record, START + 3_600_000, random)?.record ?? record
    expect(over.round.status).toBe('settled')
    const next = advanceCrash(over, START - 600_000, random)?.record
    expect(next?.last[0]).toMatchObject({ id: over.round.id, status: 'settled', point: over.round.point })
    expect(next?.round).toMatchObject({ status: 'betting', locksAt: START - 600_000 + 6_000 })
  })

  test('starts a new chain when all games are played', () => {
    const random = randomOf(11)
    const first = createCrashRecord(random, START)
    const { chain, round } = first
    const used: CrashRecord = {
      ...first,
      chain: { ...chain, played: chain.length },
      round: { ...round, status: 'settled', endedAt: START },
    }
    const begun = next(used, START + 10_000, random)
    expect(begun.chain.lastHash).not.toBe(chain.lastHash)
    expect(begun.round.game).toBe(1)
    expect(isCrashHashOf(begun.chain.lastHash, 1, begun.round.gameHash)).toBe(true)
  })
})
