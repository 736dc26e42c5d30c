import type { Locale } from '#contract/localized.ts'
import type { MessageContent } from '#contract/messages.ts'
import { pushTextOf } from './push-texts.ts'

interface Pushed {
  /** Of the message. */
  readonly id: string
  readonly content: MessageContent
  readonly locale: Locale
  readonly origin: string
  readonly unread: number
}

/**
 * A declarative push message (https://w3c.github.io/push-api/#declarative-push-message): Safari and Firefox show it by
 * themselves, in other browsers `sw/push.ts` does.
 */
export function pushPayload({ id, content, locale, origin, unread }: Pushed): string {
  return JSON.stringify({
    web_push: 8030,
    notification: {
      ...pushTextOf(locale, content),
      lang: locale,
      navigate: new URL(screenOf(content), origin).href,
      // The same message twice is one notification.
      tag: `message-${id}`,
    },
    app_badge: unread,
  })
}

/** The same screens as `linkOfMessage` of the app. The router reads a number in a query as one, unless it is quoted. */
export function screenOf(content: MessageContent): string {
  switch (content.kind) {
    case 'deposit':
      return `/history?view=money&line=deposit-${content.deposit}`
    case 'withdrawal':
      return `/withdraw?id=${quoted(content.withdrawal)}`
    case 'login':
      return '/security/sessions'
    case 'limit':
      return '/responsible-play/limits'
    case 'bonus-ending':
    case 'bonus-ended':
    case 'level-gift':
    case 'race-prize':
      return '/rewards'
    case 'picture-ended':
      return '/profile/nfts'
    case 'friend-joined':
      return '/promotion?tab=referral'
    case 'news':
      return content.to
    case 'round-void':
      return `/history?coin=${content.coin}&game=crash&bet=${quoted(content.bet)}`
  }
}

const quoted = (id: string) => encodeURIComponent(JSON.stringify(id))
