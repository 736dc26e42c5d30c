import { ActionButton } from './ActionButton.tsx'
import type { Play } from '#features/play/controller/play-controller.ts'
import { useBetAction } from './use-bet-action.tsx'

/** The big button of the games that a bet settles at once. */
export function BetButton({ play }: { play: Play }) {
  return <ActionButton {...useBetAction(play)} />
}
