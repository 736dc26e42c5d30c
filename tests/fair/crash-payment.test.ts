import { describe, expect, it } from 'vitest'
import { COIN_DECIMALS } from '#fair/coin-decimals.ts'
import { crashPaymentFault } from '#rules/crash/crash-payment.ts'
import { NOT_OVER, VOID_ROUND } from '#rules/base/game-check.ts'
import { createLineVerifier } from '#verify/verify-lines.ts'
import { DEMO_COIN } from '#features/play/demo-engine/demo-coin.ts'
import { createExport } from '#features/play/history-export.ts'
import type { SettledCrashBet } from '#features/play/play-engine.ts'
import { COINS, ledgerDecimalsIn } from '#server/coins/coins.seed.ts'
import { verifyFile } from '../../src/verifier/verify-file.ts'
import { repeats } from '../core.ts'
import { failSayingSeed, TEST_SEED } from '../support/test-seed.ts'
import { paidBy, serverBets, WRONG_PAYMENTS } from './crash-bets.ts'

const BETS = serverBets(TEST_SEED, repeats(2_000, 20_000))
const FAULT = expect.any(String) as string

async function exported(bets: readonly SettledCrashBet[], format: 'json' | 'csv'): Promise<Blob> {
  const file = createExport(format)
  file.add(bets)
  return file.finish()
}

async function answersTo(bets: readonly SettledCrashBet[], format: 'json' | 'csv') {
  const lines = (await (await exported(bets, format)).text()).split('\n').slice(0, -1)
  return lines.map(createLineVerifier()).filter((answer) => answer !== undefined)
}

const answerTo = (bet: object) => createLineVerifier()(JSON.stringify(bet))

function unpaidBet(): SettledCrashBet {
  const wrong = BETS.filter(({ steps }) => steps.length === 1)
    .map((bet) => WRONG_PAYMENTS['an automatic cash-out is lost']?.(bet))
    .find((bet) => bet !== undefined)
  if (!wrong) throw new Error('No target was reached')
  return wrong
}

describe('the check of a Crash payment', () => {
  it('accepts what the server pays, for every cause and end', () => {
    const ends = new Set(BETS.map(({ endedBy }) => endedBy))
    const causes = new Set(BETS.flatMap(({ steps }) => steps.map(({ by }) => by)))
    expect([ends.size, causes.size]).toEqual([4, 5])
    try {
      for (const bet of BETS) expect(crashPaymentFault(bet), JSON.stringify(bet.steps)).toBeUndefined()
    } catch (error) {
      failSayingSeed(error)
    }
  })

  it.each(Object.entries(WRONG_PAYMENTS))('rejects %s', (_, change) => {
    const wrong = BETS.map(change).filter((bet) => bet !== undefined)
    expect(wrong.length).toBeGreaterThan(5)
    try {
      for (const bet of wrong) expect(crashPaymentFault(bet), JSON.stringify(bet.steps)).toEqual(FAULT)
    } catch (error) {
      failSayingSeed(error)
    }
  })

  it('checks as much as an unfinished round allows', () => {
    const running = BETS.filter(({ endedBy }) => endedBy === 'cash-out').map((bet) => ({
      ...bet,
      outcome: null,
    }))
    for (const bet of running) expect(crashPaymentFault(bet)).toBeUndefined()
    const wrong = running.map((bet) => WRONG_PAYMENTS['a press pays 0.01 less']?.(bet))
    for (const bet of wrong) if (bet) expect(crashPaymentFault(bet)).toEqual(FAULT)
    const endless = { share: 100, point: 100, by: 'player', arrivedMs: 1e12 } as const
    for (const bet of running.slice(0, 1))
      expect(crashPaymentFault(paidBy(bet, { steps: [endless] }))).toMatch(/the round had ended/)
  })
})

describe('the verifier of Crash payments', () => {
  it.each(['json', 'csv'] as const)('accepts all bets of an exported history: %s', async (format) => {
    const answers = await answersTo(BETS, format)
    expect(answers).toEqual(
      BETS.map(({ outcome }) =>
        outcome === null ? { error: VOID_ROUND } : { game: 'crash', outcome: outcome / 100, matches: true },
      ),
    )
  })

  it.each(Object.entries(WRONG_PAYMENTS))('reports an exported history when %s', async (_, change) => {
    const wrong = BETS.map(change).filter((bet) => bet !== undefined)
    const answers = await answersTo(wrong, 'json')
    expect(answers).toHaveLength(wrong.length)
    // The verifier refuses a point below 1.00× as a whole: no export contains one.
    for (const answer of answers) {
      if (!('error' in answer && /point must be/.test(answer.error)))
        expect(answer).toMatchObject({ game: 'crash', paymentFault: FAULT })
    }
  })

  it('reports an unpaid target and a wrong sum in CSV, which does not list the parts', async () => {
    const whole = BETS.filter(({ outcome, payout }) => outcome !== null && payout > 0n)
    const more = whole.map((bet) => ({ ...bet, payout: bet.payout + 1n }))
    for (const answer of await answersTo([unpaidBet(), ...more], 'csv'))
      expect(answer).toMatchObject({ matches: true, paymentFault: FAULT })
    const high = paidBy(unpaidBet(), {
      steps: [{ share: 100, point: 100_000_000, by: 'player', arrivedMs: null }],
    })
    expect(await answersTo([high], 'csv')).toMatchObject([{ paymentFault: /was the maximum/ }].map(said))
  })

  it('reports a fault in the file of a player’s data', () => {
    const { id, params, outcome, steps, endedBy, seeds } = unpaidBet()
    const bet = { id, game: 'crash', coin: 'usdt-tron', params, stake: '1', multiplier: 0, payout: '0' }
    const entry = { ...bet, outcome: (outcome ?? 0) / 100, seeds, steps, endedBy }
    const lines = ['{', '  "bets": [', `    ${JSON.stringify(entry)}`, '  ],', '}']
    expect(lines.map(createLineVerifier()).filter((answer) => answer !== undefined)).toMatchObject(
      [{ matches: true, paymentFault: /automatic cash-out/ }].map(said),
    )
  })

  it('checks the fields that a bet has, and reports no fault for missing ones', () => {
    const { outcome, params, endedBy, seeds } = unpaidBet()
    const line = { game: 'crash', ...seeds, outcome: (outcome ?? 0) / 100 }
    const right = { game: 'crash', outcome: line.outcome, matches: true }
    for (const more of [{}, { params: {} }, { params }, { endedBy }, { steps: null, params: null }])
      expect(answerTo({ ...line, ...more })).toEqual(right)
    expect(answerTo({ ...line, params, endedBy })).toEqual({ ...right, paymentFault: FAULT })
    expect(answerTo({ ...line, params, multiplier: 0 })).toEqual({ ...right, paymentFault: FAULT })
    expect(answerTo({ ...line, gameHash: null, salt: null, outcome: null, params })).toEqual({
      error: NOT_OVER,
    })
  })

  it('reports a void round that returned nothing', async () => {
    const voids = BETS.filter(({ outcome }) => outcome === null)
    const unpaid = voids.map((bet) => paidBy(bet, { steps: [] }))
    expect(await answersTo(unpaid, 'json')).toEqual(
      voids.map(() => ({ game: 'crash', outcome: null, paymentFault: FAULT })),
    )
  })

  it('does not accept a round as void when it has its salt', async () => {
    const voided = BETS.map((bet) => WRONG_PAYMENTS['an automatic cash-out is only given back']?.(bet))
      .filter((bet) => bet !== undefined)
      .map((bet) => ({ ...bet, outcome: null }))
    const answers = await answersTo(voided, 'json')
    expect(answers).toEqual(
      voided.map(() => ({ game: 'crash', outcome: expect.any(Number) as number, paymentFault: FAULT })),
    )
  })

  it('rounds payouts down to the decimals of a known coin, and allows any of an unknown coin', () => {
    const { outcome, seeds } = unpaidBet()
    const line = { game: 'crash', ...seeds, outcome: (outcome ?? 0) / 100, multiplier: 1.0099 }
    const paid = (coin: string, stake: string, payout: string) => {
      const answer = answerTo({ ...line, coin, stake, payout })
      return answer && 'outcome' in answer ? answer.paymentFault : 'unreadable'
    }
    expect(paid('usdt-tron', '1.0001', '1.01')).toBeUndefined()
    expect(paid('usdt-tron', '1.0001', '1.010001')).toBe(FAULT_OF_SUM)
    expect(paid('usdt-tron', '1.0001', '1.009999')).toBe(FAULT_OF_SUM)
    expect(paid('usdt-tron', '1.0001', '1.0100001')).toBe(FAULT_OF_SUM)
    expect(paid('usdt-tron', '3', '3.0297')).toBeUndefined()
    expect(paid('usdt-tron', '3', '3')).toBe(FAULT_OF_SUM)
    expect(paid('gusd-ethereum', '3', '3.02')).toBeUndefined()
    expect(paid('gusd-ethereum', '3', '3.03')).toBe(FAULT_OF_SUM)
    expect(COIN_DECIMALS).toEqual(new Map([...ledgerDecimalsIn(COINS), [DEMO_COIN.coin, DEMO_COIN.decimals]]))
  })

  it.each([
    [{ steps: 'none' }],
    [{ steps: [7] }],
    [{ steps: [{ share: 0, point: 100, by: 'player', arrivedMs: 1 }] }],
    [{ steps: [{ share: 50, point: 1.5, by: 'player', arrivedMs: 1 }] }],
    [{ steps: [{ share: 50, point: 150, by: 'house', arrivedMs: 1 }] }],
    [{ steps: [{ share: 50, point: 150, by: 'player', arrivedMs: '1' }] }],
    [{ endedBy: 'step' }],
    [{ multiplier: '1' }],
    [{ multiplier: 1.00001 }],
    [{ stake: '-1' }],
    [{ payout: {} }],
    [{ params: { target: 'high', cap: 1_000 } }],
  ])('reports unreadable content: %j', (change) => {
    const { outcome, seeds } = unpaidBet()
    const line = { game: 'crash', ...seeds, outcome: (outcome ?? 0) / 100 }
    expect(answerTo({ ...line, ...change })).toEqual({ error: FAULT })
  })

  it('names the fault on the page of verify.html', async () => {
    const bets = BETS.filter(({ outcome }) => outcome !== null).slice(0, 20)
    const verify = async (all: readonly SettledCrashBet[]) =>
      verifyFile(await exported(all, 'json'), { onBytes: () => undefined })
    expect(await verify(bets)).toMatchObject({ bets: { unsigned: 20, wrong: 0 }, findings: [] })
    expect(await verify([...bets, unpaidBet()])).toMatchObject({
      bets: { unsigned: 20, wrong: 1 },
      findings: [{ line: 22, kind: 'payment', detail: FAULT }],
    })
  })
})

const FAULT_OF_SUM = 'the stake times 1.0099× is not what was paid'

const said = ({ paymentFault, ...rest }: { paymentFault: RegExp; matches?: boolean }) => ({
  ...rest,
  paymentFault: expect.stringMatching(paymentFault) as string,
})
