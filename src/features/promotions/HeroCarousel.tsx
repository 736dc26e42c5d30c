import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { promotionsQuery } from '#queries/promotions.queries.ts'
import { Carousel } from '#ui/Carousel.tsx'
import { HeroCarouselDepositSlide } from './HeroCarouselDepositSlide.tsx'
import { HeroCarouselFairnessSlide } from './HeroCarouselFairnessSlide.tsx'
import { HeroCarouselReferralSlide } from './HeroCarouselReferralSlide.tsx'

const SLIDES = [
  { kind: 'deposit', Slide: HeroCarouselDepositSlide },
  { kind: 'fairness', Slide: HeroCarouselFairnessSlide },
  { kind: 'referral', Slide: HeroCarouselReferralSlide },
] as const

/**
 * The lobby's offers. All slides are there before the server answers, so the first paint is the last; the
 * answer takes away what is not offered.
 */
export function HeroCarousel() {
  const { t } = useLingui()
  const { data: promotions } = useQuery(promotionsQuery)
  const slides = SLIDES.filter(({ kind }) => promotions?.some((promotion) => promotion.kind === kind) ?? true)

  const total = slides.length
  const nameOf = (index: number) => {
    const place = index + 1
    return t`Offer ${place} of ${total}`
  }
  return (
    <Carousel
      label={t`Offers`}
      dotLabel={nameOf}
      slides={slides.map(({ kind, Slide }) => (
        <Slide key={kind} promotions={promotions} />
      ))}
    />
  )
}
