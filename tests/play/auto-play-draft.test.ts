import { describe, expect, it } from 'vitest'
import { readAutoPlay, type AutoPlayDraft } from '#features/play/auto/auto-play-draft.ts'

const DRAFT: AutoPlayDraft = {
  count: '100',
  isEndless: false,
  onWin: 'reset',
  onWinRaise: '100',
  onLoss: 'reset',
  onLossRaise: '100',
  stopOnProfit: '',
  stopOnLoss: '',
  stopOnWin: '',
}
const read = (changes: Partial<AutoPlayDraft>) => readAutoPlay({ ...DRAFT, ...changes }, 5_000_000n, 6)

describe('the auto-play sheet', () => {
  it('is read into what the runner plays by', () => {
    expect(read({ onLoss: 'raise', onLossRaise: '62.5 %', stopOnLoss: '20', stopOnWin: '1,000.5' })).toEqual({
      status: 'valid',
      settings: {
        count: 100,
        stake: 5_000_000n,
        onWin: { type: 'reset' },
        onLoss: { type: 'raise', bps: 6_250 },
        stopOnProfit: undefined,
        stopOnLoss: 20_000_000n,
        stopOnWin: 1_000_500_000n,
      },
    })
  })

  it('goes on until stopped when it is asked to', () => {
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
  ])('names %s when it is %j', (field, text) => {
    expect(read({ [field]: text })).toEqual({ status: 'invalid', fields: [field] })
  })

  it('looks at a percentage only where the amount is raised', () => {
    expect(read({ onWinRaise: 'x', onLossRaise: '0' }).status).toBe('valid')
    expect(read({ onWin: 'raise', onWinRaise: 'x', onLoss: 'raise', onLossRaise: '0' })).toEqual({
      status: 'invalid',
      fields: ['onWinRaise', 'onLossRaise'],
    })
  })
})
