import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { promotionsQuery } from '#queries/promotions.queries.ts'
import styles from './HeroCarousel.module.css'
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
 * answer takes away what is not offered. Slides never turn by themselves.
 */
export function HeroCarousel() {
  const { t } = useLingui()
  const { data: promotions } = useQuery(promotionsQuery)
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const slides = SLIDES.filter(({ kind }) => promotions?.some((promotion) => promotion.kind === kind) ?? true)

  const total = slides.length
  const nameOf = (index: number) => {
    const place = index + 1
    return t`Offer ${place} of ${total}`
  }

  const followScroll = () => {
    const { scrollLeft = 0, clientWidth = 1 } = track.current ?? {}
    setCurrent(Math.round(scrollLeft / clientWidth))
  }
  const show = (index: number) => track.current?.scrollTo({ left: index * track.current.clientWidth })
  return (
    <section className={styles.carousel} aria-label={t`Offers`}>
      <ul ref={track} className={styles.track} onScroll={followScroll}>
        {slides.map(({ kind, Slide }) => (
          <li key={kind} className={styles.slide}>
            <Slide promotions={promotions} />
          </li>
        ))}
      </ul>
      <div className={styles.dots}>
        {total > 1
          ? slides.map(({ kind }, index) => (
              <button
                key={kind}
                type="button"
                className={styles.dot}
                aria-label={nameOf(index)}
                aria-current={index === current}
                onClick={() => show(index)}
              />
            ))
          : null}
      </div>
    </section>
  )
}
