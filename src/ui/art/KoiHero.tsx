import koi from './koi-hero.svg'

/** A koi leaping out of a pond. Decorative; the file takes its water from the theme, by way of `color-scheme`. */
export function KoiHero() {
  return <img src={koi} alt="" width={210} height={210} />
}
