import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useStore } from '#lib/use-store.ts'
import type { AutoPlayExtras } from '#features/play/auto/auto-play-controls.ts'
import type { CrashPlay } from './crash-play.ts'
import { CrashParameters } from './CrashParameters.tsx'

/** The target in the auto-play sheet: without one there is nobody to cash out. */
export function useAutoPlayExtras({ auto, slots: [first] }: CrashPlay): AutoPlayExtras {
  return useMemo(
    () => ({
      fields: <CrashParameters slot={first} />,
      useProblem() {
        const { t } = useLingui()
        return useStore(auto.target) === undefined ? t`Set an auto cash-out first` : undefined
      },
      useRoundParams() {
        const target = useStore(auto.target)
        return useMemo(() => (target === undefined ? undefined : { target }), [target])
      },
    }),
    [auto, first],
  )
}
