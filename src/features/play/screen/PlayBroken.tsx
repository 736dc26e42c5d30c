import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import type { BetPlay } from '#features/play/controller/frame-play.ts'

/** Stands in place of the game when the balance cannot be read. */
export function PlayBroken({ play }: { play: BetPlay }) {
  const { t } = useLingui()
  return (
    <ErrorState
      level={2}
      title={play.engine.demo ? t`Your demo balance cannot be read` : t`Your balance cannot be read`}
      detail={
        play.engine.demo
          ? t`What this device stored is damaged. A new start gives you a full balance and new seeds; your history stays.`
          : t`Koi does not answer as it should. It is asked again by itself. Your money is safe, and so is an open round.`
      }
      action={
        play.engine.demo ? (
          <Button onClick={() => void play.reset()}>
            <Trans>Start again</Trans>
          </Button>
        ) : undefined
      }
    />
  )
}
