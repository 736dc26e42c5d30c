import { Trans } from '@lingui/react/macro'
import { Coins, RefreshCw, ShieldCheck, Users, type LucideIcon } from 'lucide-react'
import { inLocale } from '#contract/localized.ts'
import type { Promotion } from '#contract/promotions.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { IconBox, type IconBoxTone } from '#ui/IconBox.tsx'
import { Text } from '#ui/Text.tsx'
import { OfferNumbers } from './OfferNumbers.tsx'
import { OfferTerms } from './OfferTerms.tsx'
import { OfferValidity } from './OfferValidity.tsx'

const ICON: Record<Promotion['kind'], LucideIcon> = {
  deposit: Coins,
  rakeback: RefreshCw,
  referral: Users,
  fairness: ShieldCheck,
}
const TONE: Record<Promotion['kind'], IconBoxTone> = {
  deposit: 'brand',
  rakeback: 'jade',
  referral: 'gold',
  fairness: 'info',
}

/** True if Koi pays out this kind today. Otherwise no dates are shown, because they would suggest that it does. */
const PAYS: Record<Promotion['kind'], boolean> = {
  deposit: true,
  rakeback: false,
  referral: true,
  fairness: true,
}

export function OfferCard({ promotion }: { promotion: Promotion }) {
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
      {PAYS[promotion.kind] ? (
        <OfferValidity startsAt={promotion.startsAt} endsAt={promotion.endsAt} />
      ) : (
        <Text size={2} tone="subtle">
          <Trans>Not paid yet</Trans>
        </Text>
      )}
      <OfferTerms terms={promotion.terms}>
        {promotion.offer ? <OfferNumbers offer={promotion.offer} /> : null}
      </OfferTerms>
    </Card>
  )
}
