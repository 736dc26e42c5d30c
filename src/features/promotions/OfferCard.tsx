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
      <OfferValidity startsAt={promotion.startsAt} endsAt={promotion.endsAt} />
      <OfferTerms terms={promotion.terms}>
        {promotion.offer ? <OfferNumbers offer={promotion.offer} /> : null}
      </OfferTerms>
    </Card>
  )
}
