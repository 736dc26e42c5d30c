import { Trans } from '@lingui/react/macro'
import { inLocale } from '#contract/localized.ts'
import type { Promotion } from '#contract/promotions.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { OfferNumbers } from './OfferNumbers.tsx'
import { OfferTerms } from './OfferTerms.tsx'
import { OfferValidity } from './OfferValidity.tsx'

interface OfferHeroProps {
  promotion: Promotion
  onOpenDeposit: () => void
}

/** The offer that leads the page, on the pond. */
export function OfferHero({ promotion, onOpenDeposit }: OfferHeroProps) {
  const locale = useLocale()
  return (
    <Card as="article" tone="pond" padding="lg" className="grid gap-4 lg:grid-cols-2 lg:gap-x-8">
      <div className="grid gap-1.5 content-start justify-items-start">
        <Heading level={2} size="title">
          {inLocale(promotion.title, locale)}
        </Heading>
        <Text size={3} tone="muted">
          {inLocale(promotion.summary, locale)}
        </Text>
        <OfferValidity startsAt={promotion.startsAt} endsAt={promotion.endsAt} />
        <Button size="sm" className="mt-2.5" onClick={onOpenDeposit}>
          <Trans>See rates and rules</Trans>
        </Button>
      </div>
      {promotion.offer ? <OfferNumbers offer={promotion.offer} /> : null}
      <div className="lg:col-span-2">
        <OfferTerms terms={promotion.terms} />
      </div>
    </Card>
  )
}
