import { useLingui } from '@lingui/react/macro'
import type { Play } from '#features/play/controller/play-controller.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'
import type { QuickKey } from './use-quick-keys.ts'

/** The quick keys of every game, and the game's own after them. */
export function usePlayKeys(play: Play, gameKeys: readonly QuickKey[]): readonly QuickKey[] {
  const { t } = useLingui()
  const { open } = usePlaySheet()
  return [
    {
      key: ' ',
      label: t`Bet, or stop auto-play`,
      run: () => (play.isAutoPlaying() ? play.stopAutoPlay() : play.bet()),
    },
    { key: 'a', label: t`Halve the bet`, run: () => play.isAutoPlaying() || play.changeStake('half') },
    { key: 's', label: t`Double the bet`, run: () => play.isAutoPlaying() || play.changeStake('double') },
    ...gameKeys,
    { key: '?', label: t`Show these keys`, run: () => open('keys') },
  ]
}
