import { AfterFirstPaint } from '#lib/AfterFirstPaint.tsx'
import { isOfferShownAhead } from '#lib/first-paint.ts'
import koi from './koi-hero.svg'

/**
 * A koi leaping out of a pond. Decorative; the file takes its water from the theme, by way of `color-scheme`.
 * Where the loading screen has shown it, it stays.
 */
export function KoiHero() {
  return (
    <AfterFirstPaint isNeeded={isOfferShownAhead()}>
      <img src={koi} alt="" width={210} height={210} />
    </AfterFirstPaint>
  )
}
