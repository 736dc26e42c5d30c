import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Suspense, use, useLayoutEffect, useRef, type ReactNode } from 'react'
import { AfterFirstPaint } from '#lib/AfterFirstPaint.tsx'
import { useIsWide } from '#lib/use-is-wide.ts'
import { useStore } from '#lib/use-store.ts'
import { playFrameClass } from '#ui/play/play-frame-class.ts'
import { sectionLinkClass } from '#ui/section-link-class.ts'
import type { FramePlay } from '#features/play/controller/frame-play.ts'
import { useGameNames } from '#features/play/play-context.ts'
import { PlayDeskContext } from '#features/play/play-desk.ts'
import { useIsTheatre } from '#features/play/session/theatre.ts'
import styles from '#features/play/play.module.css'
import { PlayBar } from './PlayBar.tsx'
import { PlayBroken } from './PlayBroken.tsx'
import { PlayNotices } from './PlayNotices.tsx'
import { useHasSide } from './use-has-side.ts'
import { usePlay } from './use-play.ts'
import { WinEffects } from './WinEffects.tsx'

interface PlayFrameProps {
  play: FramePlay
  isInstant?: boolean
  /** Stands under the bar. */
  lead?: ReactNode
  /** The row of results above the stage. */
  recent: ReactNode
  stage: ReactNode
  /** Fills the card of the stage behind all else. */
  scene?: ReactNode
  order: ReactNode
  /** The game's own. */
  notices?: ReactNode
  /** The game's own notices say that the server cannot be reached. */
  isOfflineTold?: boolean
  /** Stands between notices and links. */
  aside?: ReactNode
  foot: ReactNode
  /** Announcements and sheets. */
  children: ReactNode
}

/** The frame of every game: results and stage, the bet panel in thumb reach, sheets and announcements. */
export function PlayFrame({
  play,
  stage,
  isInstant = false,
  isOfflineTold = false,
  ...parts
}: PlayFrameProps) {
  const { t, i18n } = useLingui()
  const nameOf = useGameNames()
  const { status } = useStore(play.engine.status)
  const desk = use(PlayDeskContext)
  const isWide = useIsWide()
  const isTheatre = useIsTheatre()
  const hasSide = useHasSide()
  usePlay(play)
  // On the root, for the shell leaves its menu out. It cannot ask with `:has`, which would cost time with every bet.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-theatre', isTheatre)
    return () => document.documentElement.removeAttribute('data-theatre')
  }, [isTheatre])
  const stageRef = useRef<HTMLElement>(null)
  return (
    <div
      className={`${playFrameClass.screen} ${styles.screen}`}
      data-instant={isInstant || undefined}
      data-side={hasSide || undefined}
      data-testid={`play-${play.game}`}
    >
      <div className={styles.head}>
        <PlayBar name={i18n._(nameOf(play.game).name)} play={play} />
        {parts.lead}
      </div>
      {status === 'broken' ? (
        <PlayBroken play={play} />
      ) : (
        <>
          <section
            ref={stageRef}
            className={`${playFrameClass.stage} ${styles.stage}`}
            aria-label={t`Game`}
            data-cover-place=""
          >
            {parts.scene === undefined ? null : <div className={styles.scene}>{parts.scene}</div>}
            {parts.recent}
            {stage}
          </section>
          <section className={`${playFrameClass.panel} ${styles.panel}`} aria-label={t`Your bet`}>
            {parts.order}
            <PlayNotices play={play} isOfflineTold={isOfflineTold}>
              {parts.notices}
            </PlayNotices>
            {hasSide ? null : parts.aside}
            {parts.foot}
            <Link
              to="/games/$slug"
              params={{ slug: play.game }}
              className={`${sectionLinkClass} self-center justify-self-center`}
            >
              <Trans>Rules and fairness</Trans>
            </Link>
          </section>
          {isWide && desk ? (
            <div className={`${playFrameClass.desk} ${styles.desk}`}>
              <AfterFirstPaint>
                <Suspense fallback={null}>
                  <desk.Tabs game={play.game} />
                </Suspense>
              </AfterFirstPaint>
            </div>
          ) : null}
          {hasSide ? (
            <section className={`${playFrameClass.panel} ${styles.side}`} aria-label={t`Statistics`}>
              {parts.aside}
              <AfterFirstPaint>
                <Suspense fallback={null}>{desk ? <desk.Facts game={play.game} /> : null}</Suspense>
              </AfterFirstPaint>
            </section>
          ) : null}
        </>
      )}
      {parts.children}
      <WinEffects game={play.game} stage={stageRef} />
    </div>
  )
}
