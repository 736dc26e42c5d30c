import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  ArrowUpFromLine,
  Blocks,
  Dices,
  Gauge,
  Gift,
  Handshake,
  ScrollText,
  ShieldCheck,
  Users,
  UserSearch,
  type LucideIcon,
} from 'lucide-react'
import type { Permission } from '#contract/operator-roles.ts'

interface MenuEntry {
  readonly to: `/${string}`
  readonly name: MessageDescriptor
  readonly icon: LucideIcon
  readonly may: Permission
}

export const MENU: readonly MenuEntry[] = [
  { to: '/', name: msg`Today`, icon: Gauge, may: 'today.read' },
  { to: '/players', name: msg`Players`, icon: UserSearch, may: 'players.read' },
  { to: '/withdrawals', name: msg`Withdrawals`, icon: ArrowUpFromLine, may: 'withdrawals.read' },
  { to: '/proposals', name: msg`Proposals`, icon: ShieldCheck, may: 'proposals.read' },
  { to: '/games', name: msg`Games`, icon: Dices, may: 'games.read' },
  { to: '/promotions', name: msg`Promotions`, icon: Gift, may: 'promotions.read' },
  { to: '/providers', name: msg`Providers`, icon: Handshake, may: 'providers.read' },
  { to: '/chains', name: msg`Chains`, icon: Blocks, may: 'chains.read' },
  { to: '/audit', name: msg`Log`, icon: ScrollText, may: 'audit.read' },
  { to: '/operators', name: msg`Operators`, icon: Users, may: 'operators.manage' },
]
