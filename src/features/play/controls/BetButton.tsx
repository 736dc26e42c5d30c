import { ActionButton } from './ActionButton.tsx'
import type { Play } from '#features/play/controller/play-controller.ts'
import { useBetAction } from './use-bet-action.tsx'

export function BetButton({ play }: { play: Play }) {
  return <ActionButton {...useBetAction(play)} />
}
