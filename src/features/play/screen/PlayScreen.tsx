import { Trans } from '@lingui/react/macro'
import { Suspense, useEffect, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { useIsWide } from '#lib/use-is-wide.ts'
import { useStore } from '#lib/use-store.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { playFrameClass } from '#ui/play/play-frame-class.ts'
import type { AutoPlayExtras } from '#features/play/auto/auto-play-controls.ts'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { betNumber } from '#features/play/bet-number.ts'
import { BetButton } from '#features/play/controls/BetButton.tsx'
import { StakeField } from '#features/play/stake/StakeField.tsx'
import type { Play } from '#features/play/controller/play-controller.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import type { PlayGame } from '#rules/games.ts'
import { allowInstantPlay } from '#features/play/session/play-preferences.actions.ts'
import { usePlayEngine } from '#features/play/play-context.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import styles from '#features/play/play.module.css'
import { useIsSideBySide } from '#features/play/use-is-side-by-side.ts'
import { usePlayRules } from '#features/play/use-play-rules.ts'
import { usePlayCoin } from '#features/play/use-play-coin.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'
import { FirstRound } from './FirstRound.tsx'
import { FootLinks } from './FootLinks.tsx'
import { PlayAnnouncer } from './PlayAnnouncer.tsx'
import { PlayFrame } from './PlayFrame.tsx'
import { PlaySheets } from './PlaySheets.tsx'
import { RecentResults } from './RecentResults.tsx'
import { usePlaysFree } from './use-plays-free.ts'
import { useHasSide } from './use-has-side.ts'
import { useIsFirstRound } from './use-is-first-round.ts'
import type { QuickKey } from './use-quick-keys.ts'

interface PlayScreenProps<G extends PlayGame> {
  play: Play<G>
  /** The game itself; draws `play.stage`. */
  stage: ReactNode
  /** Fills the card of the stage behind all else: a `Pond`. */
  scene?: ReactNode
  /** Stands above all else in the bet panel. */
  lead?: ReactNode
  /** A `ParameterRow` and the like, between stage and amount. */
  parameters?: ReactNode
  /** On a phone the parameters stand below the Bet button: beside such a stage they would push it out of sight. */
  isStageTall?: boolean
  /** Replaces the Bet button, as Mines' cash out. */
  action?: ReactNode
  /** Stands in front of the links at the foot. */
  footLink?: ReactNode
  /** Replaces the amount field: that of Mines is locked in a round. */
  stake?: ReactNode
  autoPlay?: AutoPlayExtras
  /** A result in a few characters, for the row of recent ones. */
  chipOf: (bet: SettledBet<G>) => string
  /** A result in a few words, for a player who hears the screen: "Rolled 73.66". */
  describe: (bet: SettledBet<G>) => string
  /** The game's own quick keys, beside space, a, s and ?. */
  keys?: readonly QuickKey[]
}

const SessionPanel = lazyOptional(() =>
  import('#features/play/session/SessionPanel.tsx').then((module) => module.SessionPanel),
)
const CoinRefused = lazyPart(() =>
  import('#features/play/controls/CoinRefused.tsx').then((module) => module.CoinRefused),
)
const FreeRoundsOrder = lazyPart(() =>
  import('./FreeRoundsOrder.tsx').then((module) => module.FreeRoundsOrder),
)
const SeedsSheet = lazySheet(() =>
  import('#features/play/fairness/SeedsSheet.tsx').then((module) => module.SeedsSheet),
)
const BetSheet = lazySheet(() => import('#features/play/bet/BetSheet.tsx').then((module) => module.BetSheet))

const NO_KEYS: readonly QuickKey[] = []

/** The screen of every game that is drawn from the player's own seeds. */
export function PlayScreen<G extends PlayGame>(props: PlayScreenProps<G>) {
  const { play, lead, parameters, action, footLink, stake, isStageTall = false } = props
  const { choices } = useSnapshot(playPreferences)
  const isWide = useIsWide()
  const hasSide = useHasSide()
  const rules = usePlayRules()
  useEffect(() => allowInstantPlay(rules.instant), [rules.instant])
  const { refused } = usePlayCoin()
  const isFree = usePlaysFree(play)
  const isAutoPlaying = useIsAutoPlaying(play.game)
  const isFirstRound = useIsFirstRound(play)
  const isSideBySide = useIsSideBySide()
  const isOrderFirst = isSideBySide || (isStageTall && !isWide)
  return (
    <PlayFrame
      play={play}
      isInstant={choices.instant}
      lead={
        refused === undefined ? null : (
          <Suspense fallback={null}>
            <CoinRefused />
          </Suspense>
        )
      }
      recent={<RecentResults game={play.game} textOf={props.chipOf} />}
      stage={props.stage}
      scene={props.scene}
      order={
        isFree ? (
          <Suspense fallback={<div className="min-h-25" />}>
            <FreeRoundsOrder play={play} />
          </Suspense>
        ) : (
          <>
            {lead}
            {isOrderFirst ? null : parameters}
            <div className={`${playFrameClass.order} ${styles.order}`} data-testid="play-order">
              {stake ?? <StakeField play={play} isLocked={isAutoPlaying} />}
              <div className={styles.action} id="bet">
                {action ?? <BetButton play={play} />}
              </div>
            </div>
            {isOrderFirst ? parameters : null}
          </>
        )
      }
      notices={isFirstRound ? <FirstRound play={play} /> : null}
      aside={
        isWide ? (
          <Suspense fallback={null}>
            <SessionPanel game={play.game} isFull={hasSide} />
          </Suspense>
        ) : null
      }
      foot={
        <FootLinks
          extra={footLink}
          hasAutoPlay={play.hasAutoPlay && !isFree}
          fairness={<NextBet />}
        />
      }
    >
      <PlayAnnouncer play={play} describe={props.describe} />
      <PlaySheets play={play} keys={props.keys ?? NO_KEYS} autoPlay={props.autoPlay}>
        <BetSheets />
      </PlaySheets>
    </PlayFrame>
  )
}

function NextBet() {
  const number = betNumber(useStore(usePlayEngine().seeds.current)?.nonce ?? 0)
  return <Trans>Provably fair · bet #{number}</Trans>
}

function BetSheets() {
  const { sheet, betId, close } = usePlaySheet()
  return (
    <>
      <SeedsSheet isOpen={betId === undefined && sheet === 'seeds'} onClose={close} />
      <BetSheet isOpen={betId !== undefined} onClose={close} betId={betId} />
    </>
  )
}
