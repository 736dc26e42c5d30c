import { useLingui } from '@lingui/react/macro'
import { ActionButton } from '#features/play/controls/ActionButton.tsx'
import { useBetAction } from '#features/play/controls/use-bet-action.tsx'
import { BET_WORDS_ID } from '#features/play/stake/stake-play.ts'
import { useStore } from '#lib/use-store.ts'
import { useKenoPlay } from './keno-play.ts'

export function KenoAction() {
  const play = useKenoPlay()
  const { t } = useLingui()
  const picks = useStore(play.picks)
  const action = useBetAction(play)
  if (picks.length > 0 || action['data-action'] !== 'bet') return <ActionButton {...action} />
  return (
    <ActionButton {...action} aria-disabled>
      <span id={BET_WORDS_ID}>{t`Pick a number first`}</span>
    </ActionButton>
  )
}
