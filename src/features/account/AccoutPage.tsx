import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import {
  BadgePercent,
  ChevronRight,
  RefreshCw,
  Settings,
  ShieldCheck,
  TrendingUp,
  User,
  Users,
} from 'lucide-react'
import { Banner } from '#ui/Banner.tsx'
import { Heading } from '#ui/Heading.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRow } from '#ui/ListRow.tsx'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { Text } from '#ui/Text.tsx'

/** What members get, and where a visitor can go from here. The page keeps its historic spelling. */
export function AccoutPage() {
  return (
    <div className="grid gap-5 px-4">
      <div className="grid gap-1.5">
        <Heading level={1} size="title">
          <Trans>What members get</Trans>
        </Heading>
        <Text tone="muted">
          <Trans>A Koi account keeps score, and gives a part of the house’s share back.</Trans>
        </Text>
      </div>
      <Banner inset>
        <Trans>This release has no accounts. Everything on this device works without one.</Trans>
      </Banner>
      <ul className="grid gap-2.5 lg:grid-cols-2">
        <li>
          <ListRow
            className="h-full"
            icon={<RefreshCw aria-hidden size={21} />}
            iconTone="jade"
            title={<Trans>Rakeback on every bet</Trans>}
            subtitle={<Trans>5% of the house edge, win or lose, more with each level</Trans>}
          />
        </li>
        <li>
          <ListRow
            className="h-full"
            icon={<BadgePercent aria-hidden size={21} />}
            iconTone="brand"
            title={<Trans>A bonus on the first two deposits</Trans>}
            subtitle={<Trans>180% each, released while playing, free to decline</Trans>}
          />
        </li>
        <li>
          <ListRow
            className="h-full"
            icon={<Users aria-hidden size={21} />}
            iconTone="gold"
            title={<Trans>Earnings from friends</Trans>}
            subtitle={<Trans>10% of the house edge of what invited friends play</Trans>}
          />
        </li>
        <li>
          <ListRow
            className="h-full"
            icon={<ShieldCheck aria-hidden size={21} />}
            title={<Trans>Limits that hold</Trans>}
            subtitle={
              <Trans>Deposit, loss and wager limits, time-outs and self-exclusion, kept by the server</Trans>
            }
          />
        </li>
      </ul>
      <nav className="grid gap-2.5 lg:grid-cols-2">
        <Link to="/rewards" className={listRowClass()}>
          <ListRowContent
            icon={<TrendingUp aria-hidden size={21} />}
            title={<Trans>How rewards work</Trans>}
            trailing={<ChevronRight aria-hidden size={18} />}
          />
        </Link>
        <Link to="/promotion" className={listRowClass()}>
          <ListRowContent
            icon={<BadgePercent aria-hidden size={21} />}
            title={<Trans>Promotions</Trans>}
            trailing={<ChevronRight aria-hidden size={18} />}
          />
        </Link>
        <Link to="/register" className={listRowClass()}>
          <ListRowContent
            icon={<User aria-hidden size={21} />}
            title={<Trans>What an account asks for</Trans>}
            trailing={<ChevronRight aria-hidden size={18} />}
          />
        </Link>
        <Link to="/settings" className={listRowClass()}>
          <ListRowContent
            icon={<Settings aria-hidden size={21} />}
            title={<Trans>Settings</Trans>}
            trailing={<ChevronRight aria-hidden size={18} />}
          />
        </Link>
      </nav>
    </div>
  )
}
