import { AfterFirstPaint } from '#lib/AfterFirstPaint.tsx'
import { isOfferShownAhead } from '#lib/first-paint.ts'
import koi from './koi-hero.svg'

/**
 * Hidden from assistive technology. The SVG file adapts the water to the theme through `color-scheme`. If the loading
 * screen has shown the picture, that element is kept.
 */
export function KoiHero() {
  return (
    <AfterFirstPaint isNeeded={isOfferShownAhead()}>
      <img src={koi} alt="" width={210} height={210} />
    </AfterFirstPaint>
  )
}
