import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { KoiLogo } from '#ui/art/KoiLogo.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Hero } from '#ui/Hero.tsx'
import styles from './HeroCarousel.module.css'

/** That friends can be invited. */
export function HeroCarouselReferralSlide() {
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
