import { useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useStore } from '#lib/use-store.ts'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Switch } from '#ui/Switch.tsx'
import type { AutoPlayExtras } from '#features/play/auto/auto-play-controls.ts'
import { PlaySheets } from '#features/play/screen/PlaySheets.tsx'
import type { QuickKey } from '#features/play/screen/use-quick-keys.ts'
import { changePlayPreferences } from '#features/play/session/play-preferences.actions.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'
import type { CrashPlay } from './crash-play.ts'
import { CrashParameters } from './CrashParameters.tsx'

const CrashRoundSheet = lazySheet(() =>
  import('./CrashRoundSheet.tsx').then((module) => module.CrashRoundSheet),
)
const CrashChainSheet = lazySheet(() =>
  import('./CrashChainSheet.tsx').then((module) => module.CrashChainSheet),
)

export function CrashSheets({ play }: { play: CrashPlay }) {
  const { t } = useLingui()
  const { sheet, close } = usePlaySheet()
  const roundId = useSearch({ strict: false, select: (search) => search.round })
  const { choices } = useSnapshot(playPreferences)
  return (
    <PlaySheets
      play={play}
      keys={useCrashKeys(play)}
      autoPlay={useAutoPlayExtras(play)}
      hasInstant={false}
      options={
        <>
          <Switch
            label={t`Rising tone`}
            description={t`A soft tone that rises with the curve and ends with it.`}
            checked={choices.risingTone && choices.sound}
            onChange={(risingTone) =>
              changePlayPreferences(risingTone ? { risingTone, sound: true } : { risingTone })
            }
          />
          {play.table.isShared ? (
            <Switch
              label={t`Reactions`}
              description={t`Pictures that players send to each other. Off, you see none and send none.`}
              checked={choices.reactions}
              onChange={(reactions) => changePlayPreferences({ reactions })}
            />
          ) : null}
        </>
      }
    >
      <CrashChainSheet
        isOpen={roundId === undefined && sheet === 'seeds'}
        onClose={close}
        table={play.table}
      />
      <CrashRoundSheet isOpen={roundId !== undefined} onClose={close} play={play} roundId={roundId} />
    </PlaySheets>
  )
}

/** The first bet by space, the second by w. */
function useCrashKeys({ slots: [first, second], hasSecond }: CrashPlay): readonly QuickKey[] {
  const { t } = useLingui()
  return [
    { key: ' ', label: t`Bet, or cash out`, run: first.bet },
    { key: 'h', label: t`Cash out half`, run: () => first.cashOut(50) },
    {
      key: 'w',
      label: t`The same with the second bet`,
      run: () => {
        if (hasSecond.get()) second.bet()
      },
    },
    { key: 'a', label: t`Halve the bet`, run: () => first.changeStake('half') },
    { key: 's', label: t`Double the bet`, run: () => first.changeStake('double') },
  ]
}

/** Auto-play needs a target: nothing else cashes its bets out. */
function useAutoPlayExtras({ slots: [first] }: CrashPlay): AutoPlayExtras {
  return useMemo(
    () => ({
      fields: <CrashParameters slot={first} />,
      useProblem() {
        const { t } = useLingui()
        return useStore(first.params) === undefined ? t`Set an auto cash-out first` : undefined
      },
      useRoundParams() {
        const target = useStore(first.params)
        return useMemo(() => (target === undefined ? undefined : { target }), [target])
      },
    }),
    [first],
  )
}
