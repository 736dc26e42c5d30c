import { linkOptions, type LinkProps } from '@tanstack/react-router'
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Gift,
  Gauge,
  ImageOff,
  Megaphone,
  MonitorSmartphone,
  Trophy,
  Undo2,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { MessageContent } from '#contract/messages.ts'

export const MESSAGE_ICONS: Record<MessageContent['kind'], LucideIcon> = {
  deposit: ArrowDownToLine,
  withdrawal: ArrowUpFromLine,
  login: MonitorSmartphone,
  limit: Gauge,
  'bonus-ending': Gift,
  'bonus-ended': Gift,
  'picture-ended': ImageOff,
  'friend-joined': Users,
  'level-gift': Gift,
  'race-prize': Trophy,
  'round-void': Undo2,
  news: Megaphone,
}

/** Where the player sees more of it. */
export function linkOfMessage(content: MessageContent): LinkProps {
  switch (content.kind) {
    case 'deposit':
      return linkOptions({ to: '/history', search: { view: 'money', line: `deposit-${content.deposit}` } })
    case 'withdrawal':
      return linkOptions({ to: '/withdraw', search: { id: content.withdrawal } })
    case 'login':
      return linkOptions({ to: '/security/sessions' })
    case 'limit':
      return linkOptions({ to: '/responsible-play/limits' })
    case 'bonus-ending':
    case 'bonus-ended':
    case 'level-gift':
    case 'race-prize':
      return linkOptions({ to: '/rewards' })
    case 'picture-ended':
      return linkOptions({ to: '/profile/nfts' })
    case 'friend-joined':
      return linkOptions({ to: '/promotion', search: { tab: 'referral' } })
    case 'news':
      return linkOptions({ to: content.to })
    case 'round-void':
      return linkOptions({ to: '/history', search: { coin: content.coin, game: 'crash', bet: content.bet } })
  }
}
