// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEPOSIT_CONFIRMATIONS, DEPOSIT_STATUSES, MINIMUM_DEPOSIT, type Deposit } from '#contract/deposits.ts'
import { LOCALES, type Locale } from '#contract/localized.ts'
import {
  IGNORED_BELOW,
  REFUSED_LISTED_A_DAY,
  UnusualTransfers,
} from '#features/deposit/address/UnusualTransfers.tsx'
import { useDepositWords } from '#features/deposit/arrivals/deposit-words.ts'
import { activateLocale, loadTexts } from '#i18n/i18n.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DUST, MAX_REFUSED_A_DAY, MINIMUM } from '#server/deposits/deposit-amounts.ts'

const deposit = (status: Deposit['status'], more: Partial<Deposit> = {}): Deposit => ({
  id: '1',
  status,
  confirmations: 7,
  confirmationsNeeded: DEPOSIT_CONFIRMATIONS,
  paid: status === 'wrong_token' ? null : { coin: 'usdt-tron', amount: '0.5' },
  receives: 'sol-solana',
  credited: status === 'credited' ? { coin: 'sol-solana', amount: '0.0023', priceUsd: '434.78' } : null,
  isOverLimit: false,
  txId: 'ab'.repeat(32),
  explorerUrl: null,
  from: 'TFrom',
  to: 'TTo',
  contract: CONTRACT,
  seenAt: '2026-01-01T00:00:00.000Z',
  settledAt: null,
  ...more,
})
const inLanguage = ({ children }: { children: ReactNode }) => (
  <I18nProvider i18n={i18n}>{children}</I18nProvider>
)

function wordsOf(...deposits: Deposit[]) {
  const { result } = renderHook(() => useDepositWords(undefined), { wrapper: inLanguage })
  return deposits.map((each) => result.current(each)).map(({ title, detail }) => `${title} | ${detail}`)
}

const CONTRACT = 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj'
const UNUSUAL = {
  'en-US': [
    ...[/1 USDT is never credited/, /5 a day/, /0\.01 USDT.*ignored/, /Other tokens/, /another network/],
    ...[/late transfer/, /each once/, /contract/, /reverses/],
  ],
  'zh-CN': [
    ...[/低于 1 USDT/, /每天最多列出 5 笔/, /低于 0\.01 USDT.*忽略/, /其他代币/, /其他网络/],
    ...[/晚到/, /每笔只入账一次/, /合约/, /撤销/],
  ],
} satisfies Record<Locale, readonly RegExp[]>
const ENDS = {
  'en-US': {
    confirming: /^On its way: 0\.5 USDT \| 7 of 19 confirmations$/,
    credited: /^Credited: 0\.0023 SOL \| For 0\.5 USDT, at the rate of the last confirmation$/,
    below_minimum: /^Below the minimum: 0\.5 USDT \| Less than 1 USDT is never credited\.$/,
    wrong_token: /^A different token arrived \| .*not USDT \(contract TXLAQ6.*\), so it is not credited\.$/,
    dropped: /^Dropped by the network: 0\.5 USDT \| .*reversed this transfer/,
    account_closed: /^Not credited: 0\.5 USDT \| It came after the account was closed\.$/,
    too_large: /^Not credited: 0\.5 USDT \| It is more than an account can hold\. We will check it\.$/,
  },
  'zh-CN': {
    confirming: /^确认中：0.5 USDT | .*7.*19/,
    credited: /^已入账：0.0023 SOL | 由 0.5 USDT 按最后一次确认时的汇率折算$/,
    below_minimum: /^低于最低金额：0.5 USDT | 低于 1 USDT 的转账不予入账。$/,
    wrong_token: /^收到了其他代币 | .*不是 USDT（合约 TXLAQ6.*），不予入账。$/,
    dropped: /^未被网络确认：0.5 USDT | .*已被网络撤销/,
    account_closed: /^未入账：0.5 USDT | 这笔转账在账户注销后才到达。$/,
    too_large: /^未入账：0.5 USDT | 金额超出账户可容纳的上限，我们会人工处理。$/,
  },
} satisfies Record<Locale, Record<Deposit['status'], RegExp>>

describe.each(LOCALES)('in %s', (locale) => {
  beforeEach(async () => {
    await activateLocale(locale)
    await loadTexts('money')
  })

  it('names every way a deposit can end', () => {
    for (const status of DEPOSIT_STATUSES) {
      expect(wordsOf(deposit(status))[0]).toMatch(ENDS[locale][status])
    }
  })

  it('announces an exceeded limit and the last confirmation', () => {
    const [usual, over] = wordsOf(deposit('credited'), deposit('credited', { isOverLimit: true }))
    expect(over).not.toBe(usual)
    const [under, last] = wordsOf(
      deposit('confirming'),
      deposit('confirming', { confirmations: DEPOSIT_CONFIRMATIONS }),
    )
    expect(under).toMatch(/7.*19/)
    expect(last).not.toMatch(/19/)
  })

  it("explains unusual transfers with the server's figures", () => {
    expect([IGNORED_BELOW, MINIMUM_DEPOSIT]).toEqual([toDecimal(DUST, 6), toDecimal(MINIMUM, 6)])
    expect(REFUSED_LISTED_A_DAY).toBe(MAX_REFUSED_A_DAY)
    render(<UnusualTransfers />, { wrapper: inLanguage })
    const told = screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)
    expect(told).toHaveLength(9)
    for (const words of UNUSUAL[locale]) expect(told.join('\n')).toMatch(words)
  })
})
