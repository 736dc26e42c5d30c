import { useLingui } from '@lingui/react/macro'
import { useIsWide } from '#lib/use-is-wide.ts'
import type { FramePlay } from '#features/play/controller/frame-play.ts'
import { toggleTheatre } from '#features/play/session/theatre.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'
import { mayFillScreen, toggleFullScreen } from './full-screen.ts'
import type { QuickKey } from './use-quick-keys.ts'

/** The game's own keys replace those of every game. */
export function usePlayKeys(play: FramePlay, gameKeys: readonly QuickKey[]): readonly QuickKey[] {
  const { t } = useLingui()
  const { open } = usePlaySheet()
  const isWide = useIsWide()
  const general: readonly QuickKey[] = [
    {
      key: ' ',
      label: play.hasAutoPlay ? t`Bet, or stop auto-play` : t({ message: 'Bet', context: 'place a bet' }),
      run: () => (play.isAutoPlaying() ? play.stopAutoPlay() : play.bet()),
    },
    { key: 'a', label: t`Halve the bet`, run: () => play.isAutoPlaying() || play.changeStake('half') },
    { key: 's', label: t`Double the bet`, run: () => play.isAutoPlaying() || play.changeStake('double') },
  ]
  return [
    ...general.filter(({ key }) => !gameKeys.some((own) => own.key === key)),
    ...gameKeys,
    ...(isWide ? [{ key: 't', label: t`Theatre mode`, run: toggleTheatre }] : []),
    ...(isWide && mayFillScreen() ? [{ key: 'f', label: t`Full screen`, run: toggleFullScreen }] : []),
    { key: '?', label: t`Show these keys`, run: () => open('keys') },
  ]
}
