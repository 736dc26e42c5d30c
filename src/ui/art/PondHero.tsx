import pond from './pond-hero.svg'

/** Hidden from assistive technology. The SVG file adapts to the theme through `color-scheme`. */
export function PondHero() {
  return <img src={pond} alt="" width={1120} height={124} fetchPriority="high" />
}
