import { describe, expect, test } from 'vitest'
import { crashPaymentFault } from '#rules/crash/crash-payment.ts'
import { checkCrashBet } from '#features/play/crash/check-crash-bet.ts'
import { crashSettledOf } from '#features/play/demo-engine/crash-bet-record.ts'
import {
  addCrashBet,
  advanceCrash,
  cancelCrashBet,
  crashDueAt,
  createCrashRecord,
  takeCrashBet,
  type CrashRecord,
} from '#features/play/demo-engine/crash-record.ts'
import { toSettledCrashBet } from '#features/play/demo-engine/crash-settled-record.ts'
import type { SettledCrashBet } from '#features/play/play-engine.ts'
import { crashEndOf } from '#rules/crash/crash-curve.ts'
import { serverBets, WRONG_PAYMENTS } from '../fair/crash-bets.ts'
import { TEST_SEED } from '../support/test-seed.ts'

const BETS = serverBets(TEST_SEED, 500)
const LIMITS = { minStake: 1n, maxStake: 10n ** 12n, maxPayout: 10_000_000_000n }
const ACCOUNT = 7

describe('the check of a bet of Crash', () => {
  test('accepts bets of the server', async () => {
    for (const bet of BETS) {
      expect(await checkCrashBet(bet, []), JSON.stringify(bet.steps)).toMatchObject({
        isPoint: true,
        isPaid: true,
      })
    }
  })

  test('does not accept a round as void when it has its salt', async () => {
    const [bet] = BETS.filter(({ endedBy, outcome }) => endedBy === 'cancelled' && outcome !== null)
    if (!bet) throw new Error('No bet was cancelled in a round that ended')
    expect(await checkCrashBet({ ...bet, outcome: null }, [])).toMatchObject({ isPoint: false })
  })

  test.each(Object.entries(WRONG_PAYMENTS))('detects that %s', async (_, change) => {
    const wrong = BETS.map(change).filter((bet) => bet !== undefined)
    expect(wrong.length).toBeGreaterThan(0)
    for (const bet of wrong) expect(await checkCrashBet(bet, [])).toMatchObject({ isPaid: false })
  })

  test('accepts bets of the demonstration, also with late presses and halves of odd stakes', async () => {
    const bets = demoBets(300)
    const ends = new Set(bets.map(({ endedBy }) => endedBy))
    expect([...ends].toSorted()).toEqual(['cancelled', 'cash-out', 'crash', 'void'])
    for (const bet of bets) {
      expect(crashPaymentFault(bet), JSON.stringify(bet.steps)).toBeUndefined()
      expect(await checkCrashBet(bet, [])).toMatchObject({ isPoint: true, isPaid: true })
    }
  })
})

/** Bets of `rounds` rounds on a device whose timer fires late. */
function demoBets(rounds: number): SettledCrashBet[] {
  let state = TEST_SEED >>> 0
  const number = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const random = (bytes: Uint8Array<ArrayBuffer>) => bytes.map(() => Math.floor(number() * 256))
  let record = createCrashRecord(random, 1_800_000_000_000.25)
  const go = (late: number) => {
    record = advanceCrash(record, crashDueAt(record) + late, random)?.record ?? record
  }
  return Array.from({ length: rounds }, (_, index) => {
    const stakes = ['one', 'two'].map((key) => ({
      key: `${key} ${index}`,
      account: ACCOUNT,
      stake: BigInt(Math.floor(number() * 1e9) + 1),
      target: number() < 0.5 ? null : 101 + Math.floor(number() * 200),
      autoPlay: null,
    }))
    for (const stake of stakes) {
      const now = record.round.locksAt - 1
      record = addCrashBet(record, stake, { limits: LIMITS, now, run: null, waiting: new Map() }).record
    }
    const [newest] = record.mine
    if (newest && number() < 0.1) record = cancelCrashBet(record, newest.id, record.round.locksAt - 1).record
    // A page that slept voids its round.
    const isLeft = number() < 0.1
    go(isLeft ? 60_000 : 0)
    if (!isLeft) go(0)
    if (record.round.status === 'running') press()
    while (record.round.status === 'running') go(number() * 50)
    const { round } = record
    const ended = record.mine.filter((bet) => bet.round === round.id)
    const bets = ended.map((bet, place) => toSettledCrashBet(crashSettledOf(bet, round, place)))
    go(0)
    return bets
  }).flat()

  function press(): void {
    const { startAt, point, id } = record.round
    for (const bet of record.mine.filter((each) => each.round === id && each.status === 'placed')) {
      for (const key of ['a', 'b']) {
        const at = (startAt ?? 0) + number() * crashEndOf(point ?? 100) * 1.5
        record = taken(record, bet.id, { share: number() < 0.5 ? 50 : 100, key, at })
      }
    }
  }
}

function taken(record: CrashRecord, id: string, asked: Parameters<typeof takeCrashBet>[2]): CrashRecord {
  try {
    return takeCrashBet(record, id, asked).record
  } catch {
    return record
  }
}
