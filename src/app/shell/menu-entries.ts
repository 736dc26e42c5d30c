import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { linkOptions, type LinkProps } from '@tanstack/react-router'
import {
  Blocks,
  Cherry,
  Flame,
  Gem,
  Languages,
  LayoutGrid,
  Radio,
  Sparkles,
  Tv,
  Users,
  type LucideIcon,
} from 'lucide-react'

interface MenuEntry {
  label: MessageDescriptor
  icon: LucideIcon
  link: LinkProps
}

const entry = (label: MessageDescriptor, icon: LucideIcon, link: MenuEntry['link']): MenuEntry => ({
  label,
  icon,
  link,
})

/** Entries of the side menu, in order. */
export const MENU_ENTRIES: readonly MenuEntry[] = [
  entry(msg`All Games`, LayoutGrid, linkOptions({ to: '/' })),
  entry(
    msg`Trending`,
    Flame,
    linkOptions({ to: '/promotion', search: { tab: undefined }, hash: 'trending' }),
  ),
  entry(msg`Exclusive`, Gem, linkOptions({ to: '/accout' })),
  entry(msg`Providers`, Blocks, linkOptions({ to: '/games', search: { group: 'provider' } })),
  entry(msg`New Releases`, Sparkles, linkOptions({ to: '/gift', hash: 'new-releases' })),
  entry(msg`Live Casino`, Radio, linkOptions({ to: '/games', search: { category: 'live' } })),
  entry(msg`Slots`, Cherry, linkOptions({ to: '/games', search: { category: 'slots' } })),
  entry(msg`Games show`, Tv, linkOptions({ to: '/games', search: { category: 'shows' } })),
  entry(msg`Referral`, Users, linkOptions({ to: '/promotion', search: { tab: 'referral' } })),
]

/** Below a divider, beside the current language. */
export const LANGUAGE_ENTRY: MenuEntry = entry(msg`Language`, Languages, linkOptions({ to: '/language' }))
