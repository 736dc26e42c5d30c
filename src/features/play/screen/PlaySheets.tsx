import { lazy, Suspense, useState } from 'react'
import { useStore } from '#lib/use-store.ts'
import type { AutoPlayExtras } from '#features/play/auto/auto-play-controls.ts'
import type { Play } from '#features/play/controller/play-controller.ts'
import { usePlayKeys } from './use-play-keys.ts'
import { usePlayRules } from '#features/play/use-play-rules.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'
import { useQuickKeys, type QuickKey } from './use-quick-keys.ts'

const AutoPlaySheet = lazy(() =>
  import('#features/play/auto/AutoPlaySheet.tsx').then((module) => ({ default: module.AutoPlaySheet })),
)
const AutoPlayLog = lazy(() =>
  import('#features/play/auto/AutoPlayLog.tsx').then((module) => ({ default: module.AutoPlayLog })),
)
const StatsSheet = lazy(() =>
  import('#features/play/session/StatsSheet.tsx').then((module) => ({ default: module.StatsSheet })),
)
const StakeQuestionSheet = lazy(() =>
  import('#features/play/stake/StakeQuestionSheet.tsx').then((module) => ({
    default: module.StakeQuestionSheet,
  })),
)
const OptionsSheet = lazy(() =>
  import('./OptionsSheet.tsx').then((module) => ({ default: module.OptionsSheet })),
)
const KeysSheet = lazy(() => import('./KeysSheet.tsx').then((module) => ({ default: module.KeysSheet })))
const SeedsSheet = lazy(() =>
  import('#features/play/fairness/SeedsSheet.tsx').then((module) => ({ default: module.SeedsSheet })),
)
const BetSheet = lazy(() =>
  import('#features/play/bet/BetSheet.tsx').then((module) => ({ default: module.BetSheet })),
)

interface PlaySheetsProps {
  play: Play
  keys: readonly QuickKey[]
  autoPlay: AutoPlayExtras | undefined
}

/** The sheets named by the URL. One that has been open stays mounted, so that it can close in motion. */
export function PlaySheets({ play, keys: gameKeys, autoPlay }: PlaySheetsProps) {
  const { sheet, betId, open, close } = usePlaySheet()
  const rules = usePlayRules()
  const keys = usePlayKeys(play, gameKeys)
  useQuickKeys(keys)
  const current = betId === undefined ? sheet : 'bet'
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  if (current !== undefined && !seen.has(current)) setSeen(new Set([...seen, current]))
  const isAsked = useStore(play.question) !== undefined
  if (isAsked && !seen.has('question')) setSeen(new Set([...seen, 'question']))
  const stateOf = (name: string) => ({ isOpen: current === name, onClose: close })

  return (
    <>
      <Suspense fallback={null}>
        {seen.has('auto') && play.hasAutoPlay && rules.autoPlay ? (
          <AutoPlaySheet {...stateOf('auto')} play={play} extras={autoPlay} />
        ) : null}
      </Suspense>
      <Suspense fallback={null}>
        {seen.has('stats') ? (
          <StatsSheet {...stateOf('stats')} game={play.game}>
            <AutoPlayLog game={play.game} />
          </StatsSheet>
        ) : null}
      </Suspense>
      <Suspense fallback={null}>
        {seen.has('options') ? (
          <OptionsSheet {...stateOf('options')} onKeys={() => open('keys')} hasInstant={rules.instant} />
        ) : null}
      </Suspense>
      <Suspense fallback={null}>
        {seen.has('keys') ? <KeysSheet {...stateOf('keys')} keys={keys} /> : null}
      </Suspense>
      <Suspense fallback={null}>{seen.has('seeds') ? <SeedsSheet {...stateOf('seeds')} /> : null}</Suspense>
      <Suspense fallback={null}>
        {seen.has('bet') ? <BetSheet betId={betId} onClose={close} /> : null}
      </Suspense>
      <Suspense fallback={null}>{seen.has('question') ? <StakeQuestionSheet play={play} /> : null}</Suspense>
    </>
  )
}
