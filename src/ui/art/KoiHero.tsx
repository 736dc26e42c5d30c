import { AfterFirstPaint } from '#lib/AfterFirstPaint.tsx'
import koi from './koi-hero.svg'

/** Whether the loading screen shows the picture already: it must not go and come again. */
const isInLoadingScreen = () => document.querySelector('#loading > .pond:not([hidden])') !== null

/** A koi leaping out of a pond. Decorative; the file takes its water from the theme, by way of `color-scheme`. */
export function KoiHero() {
  return (
    <AfterFirstPaint isNeeded={isInLoadingScreen()}>
      <img src={koi} alt="" width={210} height={210} />
    </AfterFirstPaint>
  )
}
