import { Trans, useLingui } from '@lingui/react/macro'
import { inLocale } from '#contract/localized.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { usePromotions, type ShownPromotion } from '#queries/player-promotions.queries.ts'
import { AnswerMissing } from '#ui/AnswerMissing.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import { OfferCard } from './OfferCard.tsx'
import { OfferNumbers } from './OfferNumbers.tsx'
import { OfferState } from './OfferState.tsx'
import { OfferTerms } from './OfferTerms.tsx'
import { OfferValidity } from './OfferValidity.tsx'

const CARDS = [1, 2, 3, 4]

/** The first-deposit offer comes first. */
export function OfferList({ onOpenDeposit }: { onOpenDeposit: () => void }) {
  const { t } = useLingui()
  const { query, promotions } = usePromotions()
  const { error, fetchStatus } = query

  if (promotions === undefined && error === null && fetchStatus !== 'paused') {
    return (
      <div
        aria-busy="true"
        role="status"
        aria-label={t`Loading promotions`}
        className="grid gap-2.5 lg:grid-cols-2"
      >
        {/* As high as the offers, so that the content below does not move. */}
        <div className="h-120 lg:h-78 lg:col-span-2">
          <Skeleton shape="box" height="100%" />
        </div>
        {CARDS.map((card) => (
          <Skeleton key={card} shape="box" height={173} />
        ))}
      </div>
    )
  }
  if (promotions === undefined) {
    return (
      <AnswerMissing
        query={query}
        title={t`Promotions did not load`}
        offline={t`No promotions are saved on this device.`}
      />
    )
  }
  if (promotions.length === 0) {
    return (
      <EmptyState
        title={t`No promotion right now`}
        detail={t`New promotions are listed here with all their terms.`}
      />
    )
  }
  return (
    <ul className="grid gap-2.5 lg:grid-cols-2">
      {promotions.map((promotion) =>
        promotion.offer?.ordinal === 1 ? (
          <li key={promotion.slug} className="lg:col-span-2">
            <OfferHero promotion={promotion} onOpenDeposit={onOpenDeposit} />
          </li>
        ) : (
          <li key={promotion.slug}>
            <OfferCard promotion={promotion} />
          </li>
        ),
      )}
    </ul>
  )
}

interface OfferHeroProps {
  promotion: ShownPromotion
  onOpenDeposit: () => void
}

function OfferHero({ promotion, onOpenDeposit }: OfferHeroProps) {
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
        <OfferState promotion={promotion} />
        {promotion.endsAt === null ? null : <OfferValidity promotion={promotion} />}
        <Button size="sm" className="mt-2.5" onClick={onOpenDeposit}>
          <Trans>See rates and rules</Trans>
        </Button>
      </div>
      {promotion.offer ? <OfferNumbers offer={promotion.offer} /> : null}
      <div className="lg:col-span-2">
        <OfferTerms promotion={promotion} />
      </div>
    </Card>
  )
}
