// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import type { GivenName } from '#contract/given-name.ts'
import { MessageContentSchema, type MessageContent } from '#contract/messages.ts'
import { linkOfMessage } from '#features/messages/message-looks.ts'
import { useMessageWords } from '#features/messages/use-message-words.ts'
import { messages as english } from '#i18n/en-US/account.po'
import { messages as chinese } from '#i18n/zh-CN/account.po'

const MONEY = { coin: 'usdt-tron', amount: '50.5', receives: '49.5' }
const WITHDRAWAL = { kind: 'withdrawal', withdrawal: '8', ...MONEY } as const
const LIMIT = { kind: 'limit', limit: 'loss', period: 'week', confirmableFrom: null } as const
const BONUS = { bonus: '3', coin: 'usdb-blast' }
const ENDED = { kind: 'bonus-ended', ...BONUS, released: '3', lost: '7' } as const
const AT = '2026-06-03T12:00:00.000Z'

/** Each kind of message with each of its turns, and its title in English. */
const ALL: readonly (readonly [MessageContent, string])[] = [
  [
    { kind: 'deposit', deposit: '5', coin: 'usdt-tron', amount: '1234.5', isOverLimit: false },
    'Deposit credited: 1,234.5 USDT',
  ],
  [
    { kind: 'deposit', deposit: '5', coin: 'usdt-tron', amount: '1', isOverLimit: true },
    'Deposit credited: 1 USDT',
  ],
  [{ ...WITHDRAWAL, stage: 'requested' }, 'Withdrawal of 50.5 USDT requested'],
  [{ ...WITHDRAWAL, stage: 'sent' }, 'Withdrawal sent: 49.5 USDT'],
  [{ ...WITHDRAWAL, stage: 'confirmed' }, 'Withdrawal confirmed: 49.5 USDT'],
  [{ ...WITHDRAWAL, stage: 'cancelled' }, 'Withdrawal of 50.5 USDT cancelled'],
  [{ ...WITHDRAWAL, stage: 'refused' }, 'Withdrawal of 50.5 USDT refused'],
  [{ ...WITHDRAWAL, stage: 'failed' }, 'Withdrawal of 50.5 USDT reversed by the network'],
  [{ kind: 'login', device: 'Firefox · Linux', address: '203.0.113.7' }, 'New log-in: Firefox · Linux'],
  [{ kind: 'login', device: '', address: '203.0.113.7' }, 'New log-in: Unknown device'],
  [{ ...LIMIT, change: 'set', amount: '100.00' }, 'Weekly loss limit: $100.00 from now on'],
  [
    { ...LIMIT, change: 'asked', amount: '200.00', confirmableFrom: AT },
    'Weekly loss limit: you asked for $200.00',
  ],
  [
    { ...LIMIT, change: 'asked', amount: null, confirmableFrom: AT },
    'Weekly loss limit: you asked to remove it',
  ],
  [{ ...LIMIT, change: 'raised', amount: null }, 'Weekly loss limit: none from now on'],
  [{ kind: 'bonus-ending', ...BONUS, locked: '7', expiresAt: AT }, 'Bonus ends on Jun 3, 2026'],
  [{ ...ENDED, status: 'released' }, 'Bonus released: all 3 USDB'],
  [{ ...ENDED, status: 'expired' }, 'Bonus expired'],
  [{ ...ENDED, status: 'given_up' }, 'Bonus given up'],
  [
    { kind: 'picture-ended', name: 'Pond Koi', id: '7', reason: 'not-held' },
    'Your picture is drawn by Koi again',
  ],
  [
    { kind: 'picture-ended', name: null, id: '7', reason: 'not-linked' },
    'Your picture is drawn by Koi again',
  ],
  [{ kind: 'friend-joined', name: 'Ka…' as GivenName }, 'Your first friend has joined: Ka…'],
  [{ kind: 'friend-joined', name: null }, 'Your first friend has joined'],
  [
    { kind: 'level-gift', level: 3, coin: 'usdt-tron', amount: '0.04' },
    'A gift for LV.3 is ready: 0.04 USDT',
  ],
  [
    { kind: 'race-prize', week: '2026-11-23', rank: 2, coin: 'usdt-tron', amount: '5' },
    'Place 2 in the weekly race: 5 USDT',
  ],
  [
    { kind: 'round-void', game: 'crash', bet: '9', coin: 'usdt-tron', amount: '5' },
    'Void round of Crash: 5 USDT back',
  ],
  [
    {
      kind: 'news',
      topic: 'games',
      title: { 'en-US': 'A new game', 'zh-CN': '新游戏' },
      text: { 'en-US': 'Pond Reels is there.', 'zh-CN': '锦鲤池转轴来了。' },
      to: '/games',
    },
    'A new game',
  ],
]

const wordsIn = (locale: 'en-US' | 'zh-CN') => {
  i18n.loadAndActivate({ locale, messages: locale === 'en-US' ? english : chinese })
  const { result, unmount } = renderHook(useMessageWords, {
    wrapper: (props: { children: React.ReactNode }) => <I18nProvider i18n={i18n} {...props} />,
  })
  const words = ALL.map(([content]) => result.current(content))
  unmount()
  return words
}

describe('a message', () => {
  it('fulfils the contract in this test, each kind at least once', () => {
    for (const [content] of ALL) expect(v.parse(MessageContentSchema, content)).toEqual(content)
    const kinds = MessageContentSchema.options.map(({ entries }) => entries.kind.literal)
    expect([...new Set(ALL.map(([{ kind }]) => kind))]).toEqual(kinds)
  })

  it('has a title in English', () => {
    const titles = wordsIn('en-US').map(({ title }) => title)
    for (const [index, title] of titles.entries()) expect(title).toContain(ALL[index]?.[1])
  })

  it('says in Chinese all that it says in English', () => {
    const numbers = (text = '') => text.match(/\d[\d.,]*/g)?.filter((each) => each.length > 1)
    const inEnglish = wordsIn('en-US')
    for (const [index, { title, detail }] of wordsIn('zh-CN').entries()) {
      expect(title).toMatch(/\p{Script=Han}/u)
      expect(detail === undefined).toBe(inEnglish[index]?.detail === undefined)
      if (!/Jun/.test(`${inEnglish[index]?.title} ${inEnglish[index]?.detail}`)) {
        expect(numbers(title)).toEqual(numbers(inEnglish[index]?.title))
      }
    }
  })

  it('leads to where there is more to see', () => {
    const [deposit, , withdrawal] = ALL.map(([message]) => linkOfMessage(message))
    expect(deposit).toMatchObject({ to: '/history', search: { view: 'money', line: 'deposit-5' } })
    expect(withdrawal).toMatchObject({ to: '/withdraw', search: { id: '8' } })
  })
})
