import { useRef } from 'react'
import { useStore } from '#lib/use-store.ts'
import { Name } from '#ui/Name.tsx'
import { Pond } from '#ui/pond/Pond.tsx'
import type { CrashTable } from '#features/play/crash-table.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import styles from './crash-scene.module.css'
import { crashTags } from './crash-tags.ts'
import { flightOf, useCrashFlight } from './use-crash-flight.ts'

/** The rocket leaves the pond along the curve, and the sky changes with the multiplier. `data-flight` names what moves. */
export function CrashScene({ table }: { table: CrashTable }) {
  const root = useRef<HTMLDivElement>(null)
  const view = useStore(table.view)
  useCrashFlight(root, table, view)
  return (
    <div ref={root} className={styles.scene} data-phase={flightOf(view).phase} aria-hidden>
      <Pond className={styles.pond} hasPlants={false} sky={<Skies />}>
        <div className={styles.deep} data-sky="water" data-flight="stars" />
        <div className={styles.glints} />
        <i className={styles.lotus} />
        <div className={styles.dim} />
        <div className={styles.flight} data-box="">
          <i className={styles.pad} />
          <i className={styles.splash} data-splash="start" />
          <Trail />
          {view ? <Tags view={view} /> : null}
          <div className={styles.rocket} data-flight="rocket">
            <i className={styles.halo} />
            <i className={styles.flame} data-flight="flame" />
            <i className={styles.body} />
          </div>
          <i className={styles.splash} data-splash="end" />
        </div>
        <i className={styles.reeds} />
      </Pond>
    </div>
  )
}

/** Place, size and opacity of each. */
const CLOUDS = [
  [14, 150, 0.9, 0.55],
  [276, 206, 1.15, 0.7],
  [122, 250, 0.8, 0.9],
  [-34, 262, 1.1, 0.8],
  [226, 92, 0.7, 0.4],
  [334, 40, 0.9, 0.3],
  [70, 40, 0.6, 0.28],
] as const

function Clouds() {
  return (
    <svg
      className={styles.clouds}
      viewBox="0 0 390 300"
      preserveAspectRatio="xMidYMax slice"
      data-flight="clouds"
    >
      {CLOUDS.map(([x, y, size, opacity]) => (
        <path
          key={x}
          d="M0 0C-2-14 16-20 24-12 30-28 56-26 58-10 74-16 88-6 84 4 60 10 20 10 0 0Z"
          transform={`translate(${x} ${y}) scale(${size})`}
          opacity={opacity}
        />
      ))}
    </svg>
  )
}

function Skies() {
  return (
    <>
      <div className={styles.stars} data-dusk="" />
      <div className={styles.sky} data-sky="violet" data-flight="violet" />
      <div className={styles.sky} data-sky="stars" data-flight="stars">
        <div className={styles.stars} data-flight="drift" />
      </div>
      <div className={styles.sky} data-sky="planets" data-flight="planets">
        <div className={styles.stars} data-flight="drift" />
        <i className={styles.planet} />
        <i className={styles.moon} />
      </div>
      <Clouds />
    </>
  )
}

function Trail() {
  return (
    <svg className={styles.trail}>
      <defs>
        <linearGradient id="crash-trail" x1="0" x2="1" y1="1" y2="0">
          <stop offset="0" className={styles.trailStart} />
          <stop offset="0.55" className={styles.trailMiddle} />
          <stop offset="1" className={styles.trailTip} />
        </linearGradient>
        <linearGradient id="crash-air" x1="1" x2="0" y1="0" y2="0">
          <stop offset="0.02" className={styles.airEdge} />
          <stop offset="0.45" className={styles.air} />
          <stop offset="1" className={styles.airEdge} />
        </linearGradient>
      </defs>
      <path data-area="" fill="url(#crash-air)" />
      <path className={styles.trailGlow} />
      <path className={styles.trailGlow} data-near="" />
      <path className={styles.trailLine} stroke="url(#crash-trail)" />
    </svg>
  )
}

function Tags({ view }: { view: Parameters<typeof crashTags>[0] }) {
  const { hundredths } = usePlayFormat()
  const { shown, more, moreAt } = crashTags(view)
  return (
    <div data-tags="" translate="no">
      {more > 0 ? (
        <div className={styles.tag} data-at={moreAt}>
          <span className={`num ${styles.tagName}`}>{`+${more}`}</span>
        </div>
      ) : null}
      {shown.map(({ id, at, name, isOwn }) => (
        <div
          key={id}
          className={styles.tag}
          data-at={at}
          data-own={isOwn || undefined}
          data-win-place={isOwn ? '' : undefined}
        >
          <i className={styles.tagDot} />
          <span className={`num ${styles.tagName}`}>
            {name === null ? null : (
              <span className={styles.tagWho}>
                <Name>{name}</Name>
              </span>
            )}
            <b>{`${hundredths(Math.round(at * 100))}×`}</b>
          </span>
        </div>
      ))}
    </div>
  )
}
