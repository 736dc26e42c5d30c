// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { readdirSync, readFileSync } from 'node:fs'
import { useState } from 'react'
import * as v from 'valibot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { diceChance } from '#rules/dice/dice.ts'
import { DEMO_COIN } from '#features/play/demo-engine/demo-coin.ts'
import { FIRST_DRAFT, readAutoPlay } from '#features/play/auto/auto-play-draft.ts'
import { withTypedChance as withDiceChance } from '#features/play/dice/dice-links.ts'
import { parseMinMultiplier } from '#features/play/history/history-filter.ts'
import { withTypedTarget } from '#features/play/limbo/limbo-links.ts'
import { parseStake, stakeText } from '#features/play/stake/stake-entry.ts'
import { arriving, withdrawalSchema } from '#features/withdraw/withdraw-form.ts'
import { NumberField } from '#ui/NumberField.tsx'
import { renderInEnglish } from './render-in-english.tsx'

afterEach(() => vi.restoreAllMocks())

/** Files that read the text of a number field. */
const READ_IN: Record<string, string> = {
  'deposit/arrivals/SimulateTransfer.tsx': 'deposit/arrivals/SimulateTransfer.tsx',
  'deposit/bonus/BonusCalculator.tsx': 'deposit/bonus/BonusCalculator.tsx',
  'deposit/wallet/PaymentAmountField.tsx': 'deposit/wallet/WalletDepositForm.tsx',
  'play/auto/AutoPlaySheet.tsx': 'play/auto/auto-play-draft.ts',
  'play/auto/AutoPlayStakeRule.tsx': 'play/auto/auto-play-draft.ts',
  'play/auto/ConditionRow.tsx': 'play/auto/auto-play-draft.ts',
  'play/crash/CrashParameters.tsx': 'play/crash/CrashParameters.tsx',
  'play/dice/DiceParameters.tsx': 'play/dice/dice-links.ts',
  'play/history/MoreHistoryFilters.tsx': 'play/history/history-filter.ts',
  'play/limbo/LimboParameters.tsx': 'play/limbo/limbo-links.ts',
  'play/mines/MinesAutoFields.tsx': 'play/mines/MinesAutoFields.tsx',
  'play/mines/MinesParameters.tsx': 'play/mines/MinesParameters.tsx',
  'play/stake/StakeField.tsx': 'play/stake/stake-entry.ts',
  'responsible-play/limits/LimitSheet.tsx': 'responsible-play/limits/LimitSheet.tsx',
  'rewards/RewardCalculator.tsx': 'rewards/RewardCalculator.tsx',
  'withdraw/page/WithdrawForm.tsx': 'withdraw/withdraw-form.ts',
}
const HANDED_ON = ['play/controls/ParameterField.tsx']

describe('every number field', () => {
  it('is read by the one parser', () => {
    const sources = readdirSync('src/features', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx'))
      .map((path) => path.replaceAll('\\', '/'))
    const withFields = sources
      .filter((path) =>
        /<NumberField|numberInput\(|<ParameterField/.test(readFileSync(`src/features/${path}`, 'utf8')),
      )
      .filter((path) => !HANDED_ON.includes(path) && !path.startsWith('labs/'))
    expect(withFields.sort()).toEqual(Object.keys(READ_IN).sort())
    for (const path of new Set(Object.values(READ_IN)))
      expect(readFileSync(`src/features/${path}`, 'utf8'), path).toMatch(
        /'#lib\/typed-(?:number|to-wire)\.ts'/,
      )
  })

  const terms = {
    minimum: '0.000001',
    available: '1000000',
    decimals: 6,
    addresses: 'tron',
  } as Parameters<typeof withdrawalSchema>[0]
  const draft = (text: string) => readAutoPlay({ ...FIRST_DRAFT, stopOnWin: text }, 1n, DEMO_COIN)
  /** The value each reader gives a text; undefined when it is refused. */
  const readers: Record<string, (text: string) => number | undefined> = {
    stake: (text) => {
      const { stake } = parseStake(text, 6, { balance: 10n ** 15n, minStake: 1n, maxStake: 10n ** 15n })
      return stake === undefined ? undefined : Number(stake) / 1e6
    },
    withdrawal: (text) => {
      const read = v.safeParse(withdrawalSchema(terms).entries.amount, text)
      return read.success ? Number(read.output) : undefined
    },
    'lowest multiplier': (text) => {
      const read = parseMinMultiplier(text)
      return read === 'invalid' ? undefined : read
    },
    target: (text) => {
      const target = withTypedTarget(text)?.target
      return target === undefined ? undefined : target / 100
    },
    'auto-play stop': (text) => {
      const read = draft(text)
      return read.status === 'valid' ? Number(read.settings.stopOnWin) / 1e6 : undefined
    },
  }
  it.each([
    ['1500', 1500],
    ['1,500', 1500],
    ['１，５００', 1500],
    ['2.5', 2.5],
    ['２．５', 2.5],
    ['2。5', 2.5],
    ['1,234.5', 1234.5],
    ['0,500', undefined],
    ['０，５００', undefined],
    ['2,5', undefined],
    ['1.500,25', undefined],
    ['1,50,0', undefined],
    ['-2', undefined],
    ['2e3', undefined],
    ['2 500', undefined],
  ])('reads %j as %j', (text, number) => {
    for (const [name, read] of Object.entries(readers)) expect(read(text), name).toBe(number)
    const chance = withDiceChance({ side: 'over', target: 5_050 }, text)
    expect(chance === undefined).toBe(number === undefined)
    if (chance) expect(diceChance(chance)).toBe(Math.min(number ?? 0, 98.01) * 100)
  })

  it.each(['1.500', '20.000', '1.125'])('refuses %s when it may mean thousands', (text) => {
    vi.spyOn(Number.prototype, 'toLocaleString').mockReturnValue('0,5')
    for (const [name, read] of Object.entries(readers)) expect(read(text), name).toBeUndefined()
    expect(withDiceChance({ side: 'over', target: 5_050 }, text)).toBeUndefined()
  })

  it('accepts what the app itself has written in such a language', () => {
    vi.spyOn(Number.prototype, 'toLocaleString').mockReturnValue('0,5')
    const halved = stakeText(2_250_000n / 2n, 6)
    for (const [name, read] of Object.entries(readers))
      if (name !== 'target') expect(read(halved), name).toBe(1.125)
    // The confirmation of a withdrawal shows amounts in wire format, with a point.
    expect(arriving('1.125', { ...terms, fee: '1' })).toBe('0.125')
  })

  it('refuses a count with a point', () => {
    const count = (text: string) => readAutoPlay({ ...FIRST_DRAFT, count: text }, 1n, DEMO_COIN).status
    expect(count('1000')).toBe('valid')
    expect(count('1.000')).toBe('invalid')
  })
})

function Field({ isWhole, error, hint }: { isWhole?: boolean; error?: string; hint?: string }) {
  const [text, setText] = useState('')
  const set = (event: { target: { value: string } }) => setText(event.target.value)
  return (
    <NumberField label="Amount" value={text} onChange={set} isWhole={isWhole} error={error} hint={hint} />
  )
}
const input = () => screen.getByLabelText<HTMLInputElement>('Amount')
const type = (text: string) => fireEvent.change(input(), { target: { value: text } })
const alert = () => screen.getByRole('alert', { hidden: true }).textContent

describe('the message for an ambiguous number', () => {
  it('appears when the field is left, and not while the player types thousands', () => {
    renderInEnglish(<Field />)
    fireEvent.focus(input())
    type('1,00')
    expect(alert()).toBe('')
    type('0,500')
    fireEvent.blur(input())
    expect(alert()).toBe('Use a point: 0.500')
    expect(input().getAttribute('aria-invalid')).toBe('true')
    expect(input().inputMode).toBe('text')
    fireEvent.focus(input())
    type('0.500')
    fireEvent.blur(input())
    expect(alert()).toBe('')
    expect(input().inputMode).toBe('decimal')
  })

  it('appears for a point in a field of whole numbers', () => {
    renderInEnglish(<Field isWhole error="From 1 to 10." />)
    type('25')
    expect(alert()).toBe('From 1 to 10.')
    type('1.000')
    expect(alert()).toBe('Use digits only, such as 25.')
    type('2,5')
    expect(alert()).toBe('Use digits only, such as 25.')
  })

  it("replaces the form's own message", () => {
    renderInEnglish(<Field error="Enter an amount." />)
    expect(alert()).toBe('Enter an amount.')
    type('0,5')
    expect(alert()).toBe('Use a point: 0.5')
  })

  it('is announced by a hint when the browser’s language has a decimal comma', () => {
    vi.spyOn(Number.prototype, 'toLocaleString').mockReturnValue('0,5')
    renderInEnglish(<Field hint="At least 1." />)
    expect(screen.getByText('At least 1. Decimals with a point, such as 0.5.')).toBeTruthy()
    expect(input().inputMode).toBe('text')
    type('1,500')
    fireEvent.blur(input())
    expect(alert()).toBe('Use a point: 1.5 / 1500')
    type('1.125')
    fireEvent.blur(input())
    expect(alert()).toBe('Use a point: 1.1250 / 1125')
  })
})
