import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { KoiLogo } from '#ui/art/KoiLogo.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Hero } from '#ui/Hero.tsx'
import styles from './HeroCarousel.module.css'

/** That inviting friends pays. */
export function HeroCarouselReferralSlide() {
  return (
    <Hero
      title={<Trans>Invite friends and earn</Trans>}
      detail={<Trans>You get a share of the house edge on all they play.</Trans>}
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
