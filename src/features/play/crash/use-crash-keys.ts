import { useLingui } from '@lingui/react/macro'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'
import type { QuickKey } from '#features/play/screen/use-quick-keys.ts'
import type { CrashPlay } from './crash-play.ts'

/** The quick keys of Crash: the first bet by space, the second by w. */
export function useCrashKeys({ slots: [first, second], hasSecond }: CrashPlay): readonly QuickKey[] {
  const { t } = useLingui()
  const { open } = usePlaySheet()
  return [
    { key: ' ', label: t`Bet, or cash out`, run: first.act },
    { key: 'h', label: t`Cash out half`, run: () => first.cashOut(50) },
    {
      key: 'w',
      label: t`The same with the second bet`,
      run: () => {
        if (hasSecond.get()) second.act()
      },
    },
    { key: 'a', label: t`Halve the bet`, run: () => first.changeStake('half') },
    { key: 's', label: t`Double the bet`, run: () => first.changeStake('double') },
    { key: '?', label: t`Show these keys`, run: () => open('keys') },
  ]
}
