import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { BadgePercent, ChevronRight, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Invitation } from '#session/Invitation.tsx'
import { Heading } from '#ui/Heading.tsx'
import { listRowClass } from '#ui/list-row-class.ts'
import { ListRowContent } from '#ui/ListRowContent.tsx'
import { NoOffers } from '#ui/NoOffers.tsx'
import { Text } from '#ui/Text.tsx'

interface GiftPageProps {
  wheel: ReactNode
  codeForm: ReactNode
  freeRounds: ReactNode
  newReleases: ReactNode
}

export function GiftPage({ wheel, codeForm, freeRounds, newReleases }: GiftPageProps) {
  return (
    <div className="grid gap-5">
      <div className="grid gap-1.5 px-4">
        <Heading level={1} size="title">
          <Trans>Gift</Trans>
        </Heading>
        <Invitation>
          <Text tone="muted">
            <Trans>The daily wheel, codes, free rounds and new games.</Trans>
          </Text>
        </Invitation>
      </div>
      <Invitation instead={<NoOffers />}>
        {wheel}
        {codeForm}
        {freeRounds}
        <div id="new-releases" className="scroll-mt-20">
          {newReleases}
        </div>
        <ul className="grid gap-2.5 px-4 lg:grid-cols-2">
          <li>
            <Link to="/rewards" className={listRowClass()}>
              <ListRowContent
                icon={<TrendingUp aria-hidden size={21} />}
                iconTone="jade"
                title={<Trans>How rewards work</Trans>}
                subtitle={<Trans>Levels, XP and rakeback, with a calculator</Trans>}
                trailing={<ChevronRight aria-hidden size={18} />}
              />
            </Link>
          </li>
          <li>
            <Link to="/promotion" className={listRowClass()}>
              <ListRowContent
                icon={<BadgePercent aria-hidden size={21} />}
                title={<Trans>Promotions</Trans>}
                subtitle={<Trans>Every offer with all its terms</Trans>}
                trailing={<ChevronRight aria-hidden size={18} />}
              />
            </Link>
          </li>
        </ul>
      </Invitation>
    </div>
  )
}
