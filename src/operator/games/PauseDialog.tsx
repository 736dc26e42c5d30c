import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { listOperatedGames, pauseGame, type OperatedGame } from '#contract/operator/games.ts'
import { ActionDialog } from '#operator/parts/ActionDialog.tsx'
import { useNamedText } from '#operator/parts/use-named-text.ts'
import { useShownLast } from '#operator/parts/use-shown-last.ts'
import { api } from '#operator/session/api.ts'
import { toast } from '#ui/toast.ts'

interface PauseDialogProps {
  /** Undefined while the dialog is closed. */
  game: OperatedGame | undefined
  onClose: () => void
}

export function PauseDialog({ game, onClose }: PauseDialogProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const nameOf = useNamedText()
  const shown = useShownLast(game)
  if (!shown) return null
  const { slug, isPaused } = shown
  const name = nameOf(shown.name)
  return (
    <ActionDialog
      open={game !== undefined}
      onClose={onClose}
      title={isPaused ? t`Let ${name} go on` : t`Pause ${name}`}
      confirm={isPaused ? t`Let it go on` : t`Pause`}
      isDangerous={!isPaused}
      run={async (why) => {
        const done = await api.call(pauseGame, { params: { slug }, body: { isPaused: !isPaused, why } })
        toast({ message: done.isPaused ? t`${name} is paused` : t`${name} goes on`, tone: 'success' })
        await queries.invalidateQueries({ queryKey: [listOperatedGames.path] })
      }}
    >
      <p>
        {isPaused ? (
          <Trans>Players can bet on it again at once.</Trans>
        ) : (
          <Trans>New bets are refused at once. Rounds that are open can be ended.</Trans>
        )}
      </p>
    </ActionDialog>
  )
}
