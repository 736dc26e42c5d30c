import { AfterFirstPaint } from '#lib/AfterFirstPaint.tsx'
import koi from './koi-hero.svg'

/** A koi leaping out of a pond. Decorative; the file takes its water from the theme, by way of `color-scheme`. */
export function KoiHero() {
  return (
    <AfterFirstPaint>
      <img src={koi} alt="" width={210} height={210} />
    </AfterFirstPaint>
  )
}
