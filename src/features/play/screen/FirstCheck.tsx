import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { checkBet } from '#features/play/check-bet.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import { isCrashBet, type PlayEngine } from '#features/play/play-engine.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useOpenBet } from '#features/play/use-play-sheet.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { useStore } from '#lib/use-store.ts'
import { SentenceGap } from '#ui/SentenceGap.tsx'
import { CheckCard } from '#ui/play/CheckCard.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { FIRST_CHECK_KEY } from './use-is-first-round.ts'

/**
 * Explains the first result of a visitor, once on a device: it reveals the server seed, computes the bet again, and says
 * so. Says nothing if the check cannot be made.
 */
export function FirstCheck({ play }: { play: Play }) {
  const { t } = useLingui()
  const { result } = usePlayFormat()
  const openBet = useOpenBet()
  const [isWanted, setIsWanted] = useState(true)
  const { shown } = useStore(play.stage)
  const [bet, setBet] = useState(shown)
  // Setting state while rendering makes React render again before it commits.
  if (!bet && shown) setBet(shown)
  const [isVerified, setIsVerified] = useState<boolean>()
  const id = bet?.id
  const { engine } = play
  useEffect(() => {
    if (!isWanted || id === undefined) return
    let isGone = false
    checkNow(engine, id).then(
      (isRight) => {
        if (isGone) return
        setIsVerified(isRight)
        browserStorage.set(FIRST_CHECK_KEY, 'yes')
      },
      () => setIsWanted(false),
    )
    return () => {
      isGone = true
    }
  }, [engine, id, isWanted])
  if (!isWanted) return null
  const words = bet && result(bet)
  return (
    <CheckCard isDrawn={isVerified} closeLabel={t`Close`} onClose={() => setIsWanted(false)}>
      {bet === undefined || isVerified === undefined ? (
        <Trans>Your device is about to check this result.</Trans>
      ) : (
        <>
          {isVerified ? (
            <Trans>
              Your device has computed {words} again from both seeds: the result was fixed before your bet.
            </Trans>
          ) : (
            <Trans>This bet does not match its seeds</Trans>
          )}
          <SentenceGap />
          <button type="button" className={textLinkClass} onClick={() => openBet(bet.id)}>
            <Trans>See the calculation</Trans>
          </button>
        </>
      )}
    </CheckCard>
  )
}

/** @throws PlayError `round_open` */
async function checkNow(engine: PlayEngine, id: string): Promise<boolean> {
  await engine.seeds.rotate()
  const bet = await engine.history.get(id)
  if (!bet || isCrashBet(bet)) throw new Error(`There is no bet ${id}`)
  return checkBet(bet)?.isVerified ?? false
}
