import { useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { useStore } from '#lib/use-store.ts'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Switch } from '#ui/Switch.tsx'
import {
  AutoPlayLog,
  AutoPlaySheet,
  KeysSheet,
  OptionsSheet,
  StakeQuestionSheet,
  StatsSheet,
} from '#features/play/screen/lazy-sheets.ts'
import { useQuickKeys } from '#features/play/screen/use-quick-keys.ts'
import { changePlayPreferences } from '#features/play/session/play-preferences.actions.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import { usePlayRules } from '#features/play/use-play-rules.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'
import type { CrashPlay } from './crash-play.ts'
import { useAutoPlayExtras } from './use-auto-play-extras.tsx'
import { useCrashKeys } from './use-crash-keys.ts'

const CrashRoundSheet = lazySheet(() =>
  import('./CrashRoundSheet.tsx').then((module) => module.CrashRoundSheet),
)
const CrashChainSheet = lazySheet(() =>
  import('./CrashChainSheet.tsx').then((module) => module.CrashChainSheet),
)

/** The sheets named by the URL. */
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
  const stateOf = (name: string) => ({ isOpen: roundId === undefined && sheet === name, onClose: close })
  return (
    <>
      <OptionsSheet {...stateOf('options')} onKeys={() => open('keys')} hasInstant={false}>
        <Switch
          label={t`Rising tone`}
          description={t`A soft tone that rises with the curve and ends with it.`}
          checked={choices.risingTone}
          onChange={(risingTone) => changePlayPreferences({ risingTone })}
        />
      </OptionsSheet>
      <KeysSheet {...stateOf('keys')} keys={keys} />
      {rules.autoPlay && play.table.seat ? (
        <AutoPlaySheet {...stateOf('auto')} play={play.auto} extras={autoPlayExtras} />
      ) : null}
      <StatsSheet {...stateOf('stats')} game="crash">
        <Suspense fallback={null}>
          <AutoPlayLog game="crash" />
        </Suspense>
      </StatsSheet>
      <CrashChainSheet {...stateOf('seeds')} table={play.table} />
      <CrashRoundSheet isOpen={roundId !== undefined} onClose={close} play={play} roundId={roundId} />
      <StakeQuestionSheet isOpen={isAsked} onClose={() => play.answerQuestion(false)} play={play} />
    </>
  )
}
