import { useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useStore } from '#lib/use-store.ts'
import { Switch } from '#ui/Switch.tsx'
import { useQuickKeys } from '#features/play/screen/use-quick-keys.ts'
import { changePlayPreferences } from '#features/play/session/play-preferences.actions.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import { usePlayRules } from '#features/play/use-play-rules.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'
import type { CrashPlay } from './crash-play.ts'
import { useAutoPlayExtras } from './use-auto-play-extras.tsx'
import { useCrashKeys } from './use-crash-keys.ts'

const OptionsSheet = lazy(() =>
  import('#features/play/screen/OptionsSheet.tsx').then((module) => ({ default: module.OptionsSheet })),
)
const KeysSheet = lazy(() =>
  import('#features/play/screen/KeysSheet.tsx').then((module) => ({ default: module.KeysSheet })),
)
const StakeQuestionSheet = lazy(() =>
  import('#features/play/stake/StakeQuestionSheet.tsx').then((module) => ({
    default: module.StakeQuestionSheet,
  })),
)
const AutoPlaySheet = lazy(() =>
  import('#features/play/auto/AutoPlaySheet.tsx').then((module) => ({ default: module.AutoPlaySheet })),
)
const AutoPlayLog = lazy(() =>
  import('#features/play/auto/AutoPlayLog.tsx').then((module) => ({ default: module.AutoPlayLog })),
)
const StatsSheet = lazy(() =>
  import('#features/play/session/StatsSheet.tsx').then((module) => ({ default: module.StatsSheet })),
)
const CrashRoundSheet = lazy(() =>
  import('./CrashRoundSheet.tsx').then((module) => ({ default: module.CrashRoundSheet })),
)
const CrashChainSheet = lazy(() =>
  import('./CrashChainSheet.tsx').then((module) => ({ default: module.CrashChainSheet })),
)

/** The sheets named by the URL. One that has been open stays mounted, so that it can close in motion. */
export function CrashSheets({ play }: { play: CrashPlay }) {
  const { t } = useLingui()
  const { sheet, open, close } = usePlaySheet()
  const roundId = useSearch({ strict: false, select: (search) => search.round })
  const { choices } = useSnapshot(playPreferences)
  const keys = useCrashKeys(play)
  const rules = usePlayRules()
  const autoPlayExtras = useAutoPlayExtras(play)
  useQuickKeys(keys)
  const isAsked = useStore(play.question) !== undefined
  const current = roundId === undefined ? sheet : 'round'
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  if (current !== undefined && !seen.has(current)) setSeen(new Set([...seen, current]))
  if (isAsked && !seen.has('question')) setSeen(new Set([...seen, 'question']))
  const stateOf = (name: string) => ({ isOpen: current === name, onClose: close })
  return (
    <Suspense fallback={null}>
      {seen.has('options') ? (
        <OptionsSheet {...stateOf('options')} onKeys={() => open('keys')} hasInstant={false}>
          <Switch
            label={t`Rising tone`}
            description={t`A soft tone that rises with the curve and ends with it.`}
            checked={choices.risingTone}
            onChange={(risingTone) => changePlayPreferences({ risingTone })}
          />
        </OptionsSheet>
      ) : null}
      {seen.has('keys') ? <KeysSheet {...stateOf('keys')} keys={keys} /> : null}
      {seen.has('auto') && rules.autoPlay && play.table.seat ? (
        <AutoPlaySheet {...stateOf('auto')} play={play.auto} extras={autoPlayExtras} />
      ) : null}
      {seen.has('stats') ? (
        <StatsSheet {...stateOf('stats')} game="crash">
          <AutoPlayLog game="crash" />
        </StatsSheet>
      ) : null}
      {seen.has('seeds') ? <CrashChainSheet {...stateOf('seeds')} table={play.table} /> : null}
      {seen.has('round') ? <CrashRoundSheet play={play} roundId={roundId} onClose={close} /> : null}
      {seen.has('question') ? <StakeQuestionSheet play={play} /> : null}
    </Suspense>
  )
}
