import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { afterPaint } from '#lib/after-paint.ts'
import { toast } from '#ui/toast.ts'
import winKoi from '#ui/play/win-koi.svg'
import { throwPetals } from '#ui/play/win-petals.ts'
import { useUser } from '#session/use-user.ts'
import { autoPlayState } from '#features/play/auto/auto-play.state.ts'
import { useGameNames, usePlayEngine } from '#features/play/play-context.ts'
import type { BetGame } from '#features/play/play-engine.ts'
import { followMoments, latestShown, type ShownResult } from '#features/play/session/play-moments.ts'
import { isMotionReduced, isMotionWanted } from '#features/play/session/play-motion.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { createBalanceCount, type BalanceCount } from './balance-count.ts'
import { celebrationOf } from './celebration.ts'
import { onSkip } from '#lib/count-up.ts'
import { isOwnBest } from './own-best.ts'
import { vibrateForWin } from './win-haptics.ts'
import { winScale } from './win-scale.ts'
import { goalOfCoins, placeOfWin } from './win-place.ts'
import { WinCard } from './WinCard.tsx'

/** These effects may have been on their way to the device when the first result was shown. */
const LATE_MS = 2_000

interface WinsProps {
  game: BetGame
  stage: RefObject<HTMLElement | null>
}

interface ShownWin {
  readonly result: ShownResult
  readonly isBest: boolean
}

let lastAt = -Infinity
let lastId: string | undefined

/** Everything that goes with a win beside the result on the stage. The next bet ends all of it. */
export function Wins({ game, stage }: WinsProps) {
  const { t, i18n } = useLingui()
  const { multiplier, coins } = usePlayFormat()
  const nameOf = useGameNames()
  const { uid } = useUser()
  const engine = usePlayEngine()
  const [win, setWin] = useState<ShownWin>()
  const balanceCount = useRef<BalanceCount>(undefined)
  const endPetals = useRef(() => {})
  const bets = useRef(0)

  const tell = (result: ShownResult) => {
    const name = i18n._(nameOf(game).name)
    const times = multiplier(result.multiplier)
    const sum = coins(result.payout, result)
    toast({ message: t`${name}: ${times}, ${sum}`, tone: 'success' })
  }

  const celebrate = useEffectEvent((result: ShownResult) => {
    if (result.id === lastId) return
    const isAutoPlaying = autoPlayState[game].status === 'running'
    const celebration = celebrationOf(result, {
      bigWins: playPreferences.choices.bigWins,
      isMotionWanted: isMotionWanted(),
      isStageNeeded: isAutoPlaying || result.isStageNeeded === true,
      sinceLastMs: performance.now() - lastAt,
    })
    lastAt = performance.now()
    lastId = result.id
    const isBest = isOwnBest(engine.demo ? 'demo' : `${uid}`, result.multiplier)
    if (!celebration) return
    const { tier, isMoving, telling } = celebration
    const { countMs, ...scale } = winScale(tier, isBest)
    if (isMoving) balanceCount.current?.expect(countMs)
    const betsBefore = bets.current
    // The frame of the result comes first.
    afterPaint(() => {
      if (bets.current !== betsBefore) return
      if (isMoving) {
        endPetals.current()
        const end = throwPetals({ ...scale, from: placeOfWin(stage.current), to: goalOfCoins() })
        const stopSkip = onSkip(() => endPetals.current())
        endPetals.current = () => {
          stopSkip()
          end()
        }
      }
      if (playPreferences.choices.haptics && !isMotionReduced() && !isAutoPlaying) vibrateForWin(tier)
      if (telling === 'toast') tell(result)
      if (telling === 'card') setWin({ result, isBest })
    })
  })

  useEffect(() => {
    const count = createBalanceCount(engine)
    balanceCount.current = count
    return () => count.stop()
  }, [engine])
  useEffect(() => {
    const stopLate = afterPaint(() => {
      const late = latestShown(LATE_MS)
      if (late?.game === game) celebrate(late)
    })
    const stop = followMoments((moment) => {
      if (moment.type === 'shown' && moment.result.game === game) celebrate(moment.result)
      if (moment.type !== 'bet') return
      bets.current += 1
      setWin(undefined)
    })
    return () => {
      stopLate()
      stop()
    }
  }, [game])
  useEffect(() => {
    // Loaded before it is needed, since it leaps at once.
    new Image().src = winKoi
    return () => {
      bets.current += 1
      endPetals.current()
      setWin(undefined)
    }
  }, [])

  return win ? <WinCard key={win.result.id} {...win} stage={stage} onClose={() => setWin(undefined)} /> : null
}
