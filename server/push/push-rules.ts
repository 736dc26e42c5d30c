import type { MessageContent } from '#contract/messages.ts'
import type { PromotionTopic } from '#contract/notifications.ts'

/**
 * - `security`: at once, always.
 * - `money`: after the quiet hours.
 * - `account`: after the quiet hours, and not in a break.
 * - `promotion`: likewise, and only if the player has chosen notifications of its topic.
 */
export type PushRule =
  | { readonly group: 'security' | 'money' | 'account' }
  | { readonly group: 'promotion'; readonly topic: PromotionTopic }

type Kind = MessageContent['kind']
type Rules = {
  readonly [K in Kind]: PushRule | ((content: Extract<MessageContent, { kind: K }>) => PushRule)
}

const SECURITY = { group: 'security' } as const
const MONEY = { group: 'money' } as const
const ACCOUNT = { group: 'account' } as const

const RULES: Rules = {
  deposit: MONEY,
  // A player who did not request it can still cancel it.
  withdrawal: ({ stage }) => (stage === 'requested' ? SECURITY : MONEY),
  login: SECURITY,
  limit: ACCOUNT,
  // It asks the player to play.
  'bonus-ending': ACCOUNT,
  'bonus-ended': MONEY,
  'picture-ended': ACCOUNT,
  'friend-joined': ACCOUNT,
  'level-gift': ACCOUNT,
  // It asks the player to play on.
  'race-prize': ACCOUNT,
  'round-void': MONEY,
  news: ({ topic }) => ({ group: 'promotion', topic }),
}

export function pushRuleOf(content: MessageContent): PushRule {
  const rule = RULES[content.kind] as PushRule | ((content: MessageContent) => PushRule)
  return typeof rule === 'function' ? rule(content) : rule
}
