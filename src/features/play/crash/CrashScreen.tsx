import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChartLine, Repeat, ShieldCheck } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { useStore } from '#lib/use-store.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { footLinkClass } from '#ui/play/foot-link-class.ts'
import { playFrameClass } from '#ui/play/play-frame-class.ts'
import { sectionLinkClass } from '#ui/section-link-class.ts'
import playStyles from '#features/play/play.module.css'
import { PlayBar } from '#features/play/screen/PlayBar.tsx'
import { PlayBroken } from '#features/play/screen/PlayBroken.tsx'
import { followPlayPreferences } from '#features/play/session/play-preferences.actions.ts'
import { usePlayRules } from '#features/play/use-play-rules.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'
import { CrashAnnouncer } from './CrashAnnouncer.tsx'
import { CrashChips } from './CrashChips.tsx'
import { CrashNotices } from './CrashNotices.tsx'
import { CrashOrder } from './CrashOrder.tsx'
import { CrashPlayers } from './CrashPlayers.tsx'
import { CrashSheets } from './CrashSheets.tsx'
import { CrashStage } from './CrashStage.tsx'
import { hasSmallWindow } from './has-small-window.ts'
import { useCrashPlay } from './use-crash-play.ts'
import { useRisingTone } from './use-rising-tone.ts'
import { useWakeLock } from './use-wake-lock.ts'

/** Only for who watches. */
const CrashLogin = lazyPart(() => import('./CrashLogin.tsx').then((module) => module.CrashLogin))
/** Few browsers have such windows. */
const CrashSmallWindow = lazyOptional(() =>
  import('./CrashSmallWindow.tsx').then((module) => module.CrashSmallWindow),
)

/** Crash: one curve that rises until it ends, and each player leaves it in time or not. */
export function CrashScreen() {
  return (
    <Suspense fallback={null}>
      <CrashTableScreen />
    </Suspense>
  )
}

function CrashTableScreen() {
  const play = useCrashPlay()
  const { t } = useLingui()
  const { open } = usePlaySheet()
  const { status } = useStore(play.engine.status)
  const { table } = play
  const { autoPlay } = usePlayRules()
  useEffect(() => table.watch(), [table])
  useEffect(() => play.auto.leave, [play.auto])
  useEffect(() => play.leaveQueues, [play])
  useEffect(followPlayPreferences, [])
  useRisingTone(table)
  const isIn = useStore(table.view)?.mine.some((bet) => bet.status === 'placed') ?? false
  useWakeLock(isIn)
  const game = useStore(table.view)?.round.game
  return (
    <div className={playStyles.screen} data-testid="play-crash">
      <PlayBar name={t({ message: 'Crash', context: 'game' })} play={play} />
      {status === 'broken' ? (
        <PlayBroken play={play} />
      ) : (
        <>
          <section className={`${playFrameClass.stage} ${playStyles.stage}`} aria-label={t`Game`}>
            <CrashChips table={table} />
            <CrashStage play={play} />
          </section>
          <section className={`${playFrameClass.panel} ${playStyles.panel}`} aria-label={t`Your bet`}>
            <Suspense fallback={null}>{table.seat ? <CrashOrder play={play} /> : <CrashLogin />}</Suspense>
            <CrashNotices play={play} />
            <CrashPlayers play={play} />
            <div className={playStyles.foot}>
              {table.seat && autoPlay ? (
                <button
                  type="button"
                  className={footLinkClass()}
                  aria-haspopup="dialog"
                  onClick={() => open('auto')}
                >
                  <Repeat aria-hidden size={16} />
                  <Trans>Auto</Trans>
                </button>
              ) : null}
              <button
                type="button"
                className={`num ${footLinkClass('jade')}`}
                aria-haspopup="dialog"
                onClick={() => open('seeds')}
              >
                <ShieldCheck aria-hidden size={16} />
                <span>{game === undefined ? t`Provably fair` : t`Provably fair · game ${game}`}</span>
              </button>
              {table.seat ? (
                <button
                  type="button"
                  className={footLinkClass()}
                  aria-haspopup="dialog"
                  onClick={() => open('stats')}
                >
                  <ChartLine aria-hidden size={16} />
                  <Trans>Stats</Trans>
                </button>
              ) : null}
              <Suspense fallback={null}>
                {hasSmallWindow() ? <CrashSmallWindow play={play} /> : null}
              </Suspense>
            </div>
            <Link
              to="/games/$slug"
              params={{ slug: 'crash' }}
              className={`${sectionLinkClass} self-center justify-self-center`}
            >
              <Trans>Rules and fairness</Trans>
            </Link>
          </section>
        </>
      )}
      <CrashAnnouncer play={play} />
      <CrashSheets play={play} />
    </div>
  )
}
