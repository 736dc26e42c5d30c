import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fingerprint } from 'lucide-react'
import type { DepositOffer, Promotion } from '#contract/promotions.ts'
import { useFormat } from '#i18n/use-format.ts'
import { promotionsQuery } from '#queries/promotions.queries.ts'
import { KoiHero } from '#ui/art/KoiHero.tsx'
import { KoiLogo } from '#ui/art/KoiLogo.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Carousel } from '#ui/Carousel.tsx'
import { Hero } from '#ui/Hero.tsx'
import styles from './HeroCarousel.module.css'

function HeroCarouselReferralSlide() {
  return (
    <Hero
      title={<Trans>Invite friends</Trans>}
      detail={<Trans>Every account has its own code. Koi does not pay for referrals yet.</Trans>}
      action={
        <Link
          to="/promotion"
          search={{ tab: 'referral' }}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          <Trans>How it works</Trans>
        </Link>
      }
      art={<KoiLogo className={styles.pair} />}
    />
  )
}

function HeroCarouselFairnessSlide() {
  return (
    <Hero
      title={<Trans>Check every result yourself</Trans>}
      detail={<Trans>Each result comes from seeds that you can verify.</Trans>}
      action={
        <Link to="/promotion" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          <Trans>See how</Trans>
        </Link>
      }
      artTone="jade"
      art={<Fingerprint className={styles.fingerprint} strokeWidth={1} />}
    />
  )
}

type Terms = Pick<DepositOffer, 'bonusBps' | 'minUsd' | 'maxUsd' | 'coin'>

/** The standing offer, painted before the server answers, so that the largest text does not delay the first paint. */
const USUAL_TERMS: Terms = { bonusBps: 18_000, minUsd: '10.00', maxUsd: '20000.00', coin: 'USDB' }

function HeroCarouselDepositSlide({ promotions }: { promotions: readonly Promotion[] | undefined }) {
  const { percent, usd, decimal } = useFormat()
  const offers = promotions?.flatMap(({ offer }) => offer ?? [])
  const terms = offers?.find(({ ordinal }) => ordinal === 1) ?? USUAL_TERMS
  const bonus = percent(terms.bonusBps)
  const least = usd(terms.minUsd)
  const most = `${decimal(terms.maxUsd)} ${terms.coin}`
  return (
    <Hero
      title={<Trans>{bonus} on your first deposit</Trans>}
      detail={
        <Trans>
          From {least} to {most}. Every game is provably fair.
        </Trans>
      }
      action={
        <Link
          to="."
          search={(old) => ({ ...old, panel: 'deposit' as const })}
          resetScroll={false}
          className={buttonClass({ size: 'sm' })}
        >
          <Trans>Deposit</Trans>
        </Link>
      }
      art={<KoiHero />}
    />
  )
}

const SLIDES = [
  { kind: 'deposit', Slide: HeroCarouselDepositSlide },
  { kind: 'fairness', Slide: HeroCarouselFairnessSlide },
  { kind: 'referral', Slide: HeroCarouselReferralSlide },
] as const

/** All slides are there before the server answers, so that the first paint is final; the answer only removes slides. */
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
