import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Coins, Gift, RefreshCw, ShieldCheck, Users, type LucideIcon } from 'lucide-react'
import { inLocale } from '#contract/localized.ts'
import type { Promotion } from '#contract/promotions.ts'
import { useLocale } from '#i18n/use-locale.ts'
import type { ShownPromotion } from '#queries/player-promotions.queries.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { IconBox, type IconBoxTone } from '#ui/IconBox.tsx'
import { Text } from '#ui/Text.tsx'
import { FreeRoundsNumbers } from './FreeRoundsNumbers.tsx'
import { OfferNumbers } from './OfferNumbers.tsx'
import { OfferState } from './OfferState.tsx'
import { OfferTerms } from './OfferTerms.tsx'
import { OfferValidity } from './OfferValidity.tsx'

const ICON: Record<Promotion['kind'], LucideIcon> = {
  deposit: Coins,
  'free-rounds': Gift,
  rakeback: RefreshCw,
  referral: Users,
  fairness: ShieldCheck,
}
const TONE: Record<Promotion['kind'], IconBoxTone> = {
  deposit: 'brand',
  'free-rounds': 'gold',
  rakeback: 'jade',
  referral: 'gold',
  fairness: 'info',
}

/** For a player, or for anybody. */
const isThere = ({ state }: ShownPromotion) =>
  state === undefined || state === 'open' || state === 'in-progress'

export function OfferCard({ promotion }: { promotion: ShownPromotion }) {
  const locale = useLocale()
  const Icon = ICON[promotion.kind]
  return (
    <Card as="article" tone="flat" className="grid gap-3 content-start h-full">
      <div className="flex items-center gap-3.5">
        <IconBox tone={TONE[promotion.kind]}>
          <Icon aria-hidden size={22} />
        </IconBox>
        <div className="grid gap-0.5 min-w-0">
          <Heading level={2} size="card">
            {inLocale(promotion.title, locale)}
          </Heading>
          <Text size={3} tone="muted">
            {inLocale(promotion.summary, locale)}
          </Text>
        </div>
      </div>
      <OfferState promotion={promotion} />
      {promotion.endsAt === null ? null : <OfferValidity promotion={promotion} />}
      <OfferTerms promotion={promotion}>
        {promotion.offer ? <OfferNumbers offer={promotion.offer} /> : null}
        {promotion.free ? <FreeRoundsNumbers free={promotion.free} /> : null}
      </OfferTerms>
      {isThere(promotion) ? <WayThere kind={promotion.kind} /> : null}
    </Card>
  )
}

/** To where the promotion is used. */
function WayThere({ kind }: { kind: Promotion['kind'] }) {
  const className = buttonClass({ variant: 'secondary', size: 'sm' })
  switch (kind) {
    case 'free-rounds':
      return (
        <Link to="/gift" className={className}>
          <Trans>To the free rounds</Trans>
        </Link>
      )
    case 'rakeback':
      return (
        <Link to="/rewards" className={className}>
          <Trans>To your rakeback</Trans>
        </Link>
      )
    case 'referral':
      return (
        <Link to="/promotion" search={{ tab: 'referral' }} className={className}>
          <Trans>To your link</Trans>
        </Link>
      )
    case 'fairness':
      return (
        <Link to="/verify" className={className}>
          <Trans>Check a file</Trans>
        </Link>
      )
    case 'deposit':
      return null
  }
}
