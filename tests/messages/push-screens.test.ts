import { defaultParseSearch } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { linkOfMessage } from '#features/messages/message-looks.ts'
import type { MessageContent } from '#contract/messages.ts'
import { screenOf } from '#server/push/push-payload.ts'
import { pushRuleOf } from '#server/push/push-rules.ts'
import { pushTextOf } from '#server/push/push-texts.ts'

const COIN = { coin: 'usdt-tron', amount: '50.5' }
/** One of each kind. */
const ALL: { readonly [K in MessageContent['kind']]: Extract<MessageContent, { kind: K }> } = {
  deposit: { kind: 'deposit', deposit: '5', ...COIN, isOverLimit: false },
  withdrawal: { kind: 'withdrawal', withdrawal: '8', stage: 'requested', ...COIN, receives: '49.5' },
  login: { kind: 'login', device: 'Firefox · Linux', address: '203.0.113.7' },
  limit: {
    kind: 'limit',
    limit: 'loss',
    period: 'week',
    change: 'set',
    amount: '77.00',
    confirmableFrom: null,
  },
  'bonus-ending': {
    kind: 'bonus-ending',
    bonus: '3',
    coin: 'usdt-tron',
    locked: '50.5',
    expiresAt: '2026-06-03T12:00:00.000Z',
  },
  'level-gift': { kind: 'level-gift', level: 3, coin: 'usdt-tron', amount: '0.04' },
  'bonus-ended': {
    kind: 'bonus-ended',
    bonus: '3',
    status: 'expired',
    coin: 'usdt-tron',
    released: '50.5',
    lost: '77',
  },
  'picture-ended': { kind: 'picture-ended', name: null, id: '7', reason: 'not-held' },
  'friend-joined': { kind: 'friend-joined', name: null },
  'race-prize': { kind: 'race-prize', week: '2026-11-23', rank: 2, ...COIN },
  news: {
    kind: 'news',
    topic: 'games',
    title: { 'en-US': 'A new game', 'zh-CN': '新游戏' },
    text: { 'en-US': 'Pond Reels is there.', 'zh-CN': '锦鲤池转轴来了。' },
    to: '/games',
  },
  'round-void': { kind: 'round-void', game: 'crash', bet: '9', ...COIN },
}

it.each(Object.values(ALL))('a notification of $kind opens the screen of its message', (content) => {
  const { pathname, search } = new URL(screenOf(content), 'https://koi.example')
  const link = linkOfMessage(content)
  expect({ to: pathname, search: defaultParseSearch(search) }).toEqual({ search: {}, ...link })
})

it.each(Object.values(ALL))(
  'a notification of $kind has words in each language, without amounts',
  (content) => {
    for (const locale of ['en-US', 'zh-CN'] as const) {
      const { title, body } = pushTextOf(locale, content)
      expect(title).not.toBe('')
      expect(title + body).not.toMatch(/50\.5|49\.5|77|203\.0/)
    }
  },
)

it('whoever has not requested a withdrawal is told at once', () => {
  expect(pushRuleOf(ALL.withdrawal).group).toBe('security')
  expect(pushRuleOf({ ...ALL.withdrawal, stage: 'sent' }).group).toBe('money')
})
