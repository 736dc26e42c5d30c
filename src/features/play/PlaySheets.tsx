import { lazy, Suspense, useState } from 'react'
import type { AutoPlayExtras } from './auto-play-extras.ts'
import type { Play } from './play-controller.ts'
import { StakeQuestionSheet } from './StakeQuestionSheet.tsx'
import { usePlayKeys } from './use-play-keys.ts'
import { usePlaySheet } from './use-play-sheet.ts'
import { useQuickKeys, type QuickKey } from './use-quick-keys.ts'

const AutoPlaySheet = lazy(() =>
  import('./AutoPlaySheet.tsx').then((module) => ({ default: module.AutoPlaySheet })),
)
const StatsSheet = lazy(() => import('./StatsSheet.tsx').then((module) => ({ default: module.StatsSheet })))
const OptionsSheet = lazy(() =>
  import('./OptionsSheet.tsx').then((module) => ({ default: module.OptionsSheet })),
)
const KeysSheet = lazy(() => import('./KeysSheet.tsx').then((module) => ({ default: module.KeysSheet })))
const SeedsSheet = lazy(() => import('./SeedsSheet.tsx').then((module) => ({ default: module.SeedsSheet })))
const BetSheet = lazy(() => import('./BetSheet.tsx').then((module) => ({ default: module.BetSheet })))

interface PlaySheetsProps {
  play: Play
  keys: readonly QuickKey[]
  autoPlay: AutoPlayExtras | undefined
}

/** The sheets named by the URL. One that has been open stays mounted, so that it can close in motion. */
export function PlaySheets({ play, keys: gameKeys, autoPlay }: PlaySheetsProps) {
  const { sheet, betId, open, close } = usePlaySheet()
  const keys = usePlayKeys(play, gameKeys)
  useQuickKeys(keys)
  const current = betId === undefined ? sheet : 'bet'
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  if (current !== undefined && !seen.has(current)) setSeen(new Set([...seen, current]))
  const stateOf = (name: string) => ({ isOpen: current === name, onClose: close })

  return (
    <>
      <Suspense fallback={null}>
        {seen.has('auto') ? <AutoPlaySheet {...stateOf('auto')} play={play} extras={autoPlay} /> : null}
      </Suspense>
      <Suspense fallback={null}>
        {seen.has('stats') ? <StatsSheet {...stateOf('stats')} play={play} /> : null}
      </Suspense>
      <Suspense fallback={null}>
        {seen.has('options') ? <OptionsSheet {...stateOf('options')} onKeys={() => open('keys')} /> : null}
      </Suspense>
      <Suspense fallback={null}>
        {seen.has('keys') ? <KeysSheet {...stateOf('keys')} keys={keys} /> : null}
      </Suspense>
      <Suspense fallback={null}>{seen.has('seeds') ? <SeedsSheet {...stateOf('seeds')} /> : null}</Suspense>
      <Suspense fallback={null}>
        {seen.has('bet') ? <BetSheet betId={betId} onClose={close} /> : null}
      </Suspense>
      <StakeQuestionSheet play={play} />
    </>
  )
}
