import { Suspense } from 'react'
import { useStore } from '#lib/use-store.ts'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import type { AutoPlayExtras } from '#features/play/auto/auto-play-controls.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import {
  AutoPlayLog,
  AutoPlaySheet,
  KeysSheet,
  OptionsSheet,
  StakeQuestionSheet,
  StatsSheet,
} from './lazy-sheets.ts'
import { usePlayKeys } from './use-play-keys.ts'
import { usePlayRules } from '#features/play/use-play-rules.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'
import { useQuickKeys, type QuickKey } from './use-quick-keys.ts'

const SeedsSheet = lazySheet(() =>
  import('#features/play/fairness/SeedsSheet.tsx').then((module) => module.SeedsSheet),
)
const BetSheet = lazySheet(() => import('#features/play/bet/BetSheet.tsx').then((module) => module.BetSheet))

interface PlaySheetsProps {
  play: Play
  keys: readonly QuickKey[]
  autoPlay: AutoPlayExtras | undefined
}

/** The sheets named by the URL. */
export function PlaySheets({ play, keys: gameKeys, autoPlay }: PlaySheetsProps) {
  const { sheet, betId, open, close } = usePlaySheet()
  const rules = usePlayRules()
  const keys = usePlayKeys(play, gameKeys)
  useQuickKeys(keys)
  const isAsked = useStore(play.question) !== undefined
  const stateOf = (name: string) => ({ isOpen: betId === undefined && sheet === name, onClose: close })

  return (
    <>
      {play.hasAutoPlay && rules.autoPlay ? (
        <AutoPlaySheet {...stateOf('auto')} play={play} extras={autoPlay} />
      ) : null}
      <StatsSheet {...stateOf('stats')} game={play.game}>
        <Suspense fallback={null}>
          <AutoPlayLog game={play.game} />
        </Suspense>
      </StatsSheet>
      <OptionsSheet {...stateOf('options')} onKeys={() => open('keys')} hasInstant={rules.instant} />
      <KeysSheet {...stateOf('keys')} keys={keys} />
      <SeedsSheet {...stateOf('seeds')} />
      <BetSheet isOpen={betId !== undefined} onClose={close} betId={betId} />
      <StakeQuestionSheet isOpen={isAsked} onClose={() => play.answerQuestion(false)} play={play} />
    </>
  )
}
