import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Fingerprint } from 'lucide-react'
import { buttonClass } from '#ui/button-class.ts'
import { Hero } from '#ui/Hero.tsx'
import styles from './HeroCarousel.module.css'

/** That every result can be checked. */
export function HeroCarouselFairnessSlide() {
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
