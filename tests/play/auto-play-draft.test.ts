import { describe, expect, it } from 'vitest'
import { DEMO_COIN } from '#features/play/demo-engine/demo-coin.ts'
import {
  FIRST_CONDITION,
  FIRST_DRAFT,
  readAutoPlay,
  type AutoPlayDraft,
} from '#features/play/auto/auto-play-draft.ts'

const DRAFT: AutoPlayDraft = { ...FIRST_DRAFT, onWin: 'reset', onLoss: 'reset' }
const read = (changes: Partial<AutoPlayDraft>) =>
  readAutoPlay({ ...DRAFT, ...changes }, 5_000_000n, DEMO_COIN)

describe('the auto-play sheet', () => {
  it("is converted to the runner's settings", () => {
    expect(read({ onLoss: 'raise', onLossRaise: '62.5 %', stopOnLoss: '20', stopOnWin: '1,000.5' })).toEqual({
      status: 'valid',
      settings: {
        coin: DEMO_COIN,
        count: 100,
        stake: 5_000_000n,
        onWin: { type: 'reset' },
        onLoss: { type: 'raise', bps: 6_250 },
        stopOnProfit: undefined,
        stopOnLoss: 20_000_000n,
        stopOnWin: 1_000_500_000n,
        stakeCap: undefined,
        conditions: [],
      },
    })
  })

  it('runs until stopped if the player wants so', () => {
    expect(read({ isEndless: true, count: 'whatever' })).toMatchObject({ settings: { count: undefined } })
  })

  it.each<[keyof AutoPlayDraft, string]>([
    ['count', ''],
    ['count', '0'],
    ['count', '1000001'],
    ['count', 'ten'],
    ['stopOnProfit', '0'],
    ['stopOnLoss', 'all'],
    ['stopOnWin', '1,5'],
  ])('reports %s when it is %j', (field, text) => {
    expect(read({ [field]: text })).toEqual({ status: 'invalid', fields: [field], tooLow: [] })
  })

  it('checks a percentage only if the amount is raised', () => {
    expect(read({ onWinRaise: 'x', onLossRaise: '0' }).status).toBe('valid')
    expect(read({ onWin: 'raise', onWinRaise: 'x', onLoss: 'raise', onLossRaise: '0' })).toEqual({
      status: 'invalid',
      fields: ['onWinRaise', 'onLossRaise'],
      tooLow: [],
    })
  })

  it("reads only the fields that a condition's trigger and action have", () => {
    const conditions = [
      FIRST_CONDITION,
      {
        ...FIRST_CONDITION,
        when: 'balance-above',
        count: 'x',
        amount: '12.5',
        then: 'set',
        stake: '2',
      } as const,
      { ...FIRST_CONDITION, when: 'every-bets', count: '10', then: 'lower', percent: '50' } as const,
    ]
    expect(read({ conditions })).toMatchObject({
      settings: {
        conditions: [
          { when: 'losses-in-a-row', count: 3, then: { type: 'stop' } },
          { when: 'balance-above', amount: 12_500_000n, then: { type: 'set', stake: 2_000_000n } },
          { when: 'every-bets', count: 10, then: { type: 'lower', bps: 5_000 } },
        ],
      },
    })
  })

  it('reports the field of a condition that cannot be read', () => {
    const conditions = [
      FIRST_CONDITION,
      { ...FIRST_CONDITION, count: '0', then: 'lower', percent: '100' } as const,
      { ...FIRST_CONDITION, when: 'profit-above', amount: '', then: 'set', stake: 'all' } as const,
    ]
    expect(read({ conditions })).toMatchObject({
      status: 'invalid',
      fields: ['condition-1-when', 'condition-1-then', 'condition-2-when', 'condition-2-then'],
    })
  })

  it('requires enough balance for the first bet', () => {
    expect(read({ stopOnLoss: '4.99', stakeCap: '4.99', stopOnWin: '1' })).toEqual({
      status: 'invalid',
      fields: [],
      tooLow: ['stopOnLoss', 'stakeCap'],
    })
    expect(read({ stopOnLoss: '5', stakeCap: '5' }).status).toBe('valid')
  })
})
