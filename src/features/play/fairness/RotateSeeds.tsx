import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/Button.tsx'
import { Text } from '#ui/Text.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { toast } from '#ui/toast.ts'
import { usePlayableGames, usePlayGiven } from '#features/play/play-context.ts'
import { playErrorMessage } from '#features/play/play-error-message.ts'
import { checkPair } from './pair-checks.actions.ts'

/** Reveals the server seed and starts the next pair; says why not while a round is open. */
export function RotateSeeds() {
  const { t, i18n } = useLingui()
  const given = usePlayGiven()
  const { engine } = given
  const reasonId = useId()
  const playableGame = usePlayableGames()
  const [openRound] = useStore(engine.openRounds)
  const isBlocked = openRound !== undefined
  const gameName = openRound && i18n._(playableGame(openRound.game).name)
  const [isRotating, setIsRotating] = useState(false)
  const rotate = async () => {
    setIsRotating(true)
    try {
      const { revealed } = await engine.seeds.rotate()
      if (revealed) void checkPair(given, revealed)
      toast({ message: t`Server seed revealed. The next pair is in play.`, tone: 'success' })
    } catch (error) {
      toast({ message: i18n._(playErrorMessage(error)), tone: 'danger' })
    } finally {
      setIsRotating(false)
    }
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <Button
        block
        variant="secondary"
        loading={isRotating}
        aria-disabled={isBlocked}
        aria-describedby={isBlocked ? reasonId : undefined}
        icon={<RefreshCw aria-hidden size={18} />}
        onClick={() => {
          if (!isBlocked) void rotate()
        }}
      >
        <Trans>Rotate and reveal</Trans>
      </Button>
      {openRound ? (
        <Text size={3} tone="muted" id={reasonId}>
          <Trans>
            A round of {gameName} is open. What it still hides would be revealed too.{' '}
            <Link
              to="/games/$slug/play"
              params={{ slug: openRound.game }}
              search={{ coin: openRound.coin }}
              replace
              className={textLinkClass}
            >
              Finish the round
            </Link>{' '}
            first.
          </Trans>
        </Text>
      ) : null}
    </div>
  )
}
