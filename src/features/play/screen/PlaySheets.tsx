import { useSearch } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { useStore } from '#lib/use-store.ts'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import type { AutoPlayExtras } from '#features/play/auto/auto-play-controls.ts'
import type { FramePlay } from '#features/play/controller/frame-play.ts'
import { usePlayKeys } from './use-play-keys.ts'
import { usePlayRules } from '#features/play/use-play-rules.ts'
import { usePlaySheet } from '#features/play/use-play-sheet.ts'
import { useQuickKeys, type QuickKey } from './use-quick-keys.ts'

const OptionsSheet = lazySheet(() => import('./OptionsSheet.tsx').then((module) => module.OptionsSheet))
const KeysSheet = lazySheet(() => import('./KeysSheet.tsx').then((module) => module.KeysSheet))
const StakeQuestionSheet = lazySheet(() =>
  import('#features/play/stake/StakeQuestionSheet.tsx').then((module) => module.StakeQuestionSheet),
)
const AutoPlaySheet = lazySheet(() =>
  import('#features/play/auto/AutoPlaySheet.tsx').then((module) => module.AutoPlaySheet),
)
const StatsSheet = lazySheet(() =>
  import('#features/play/session/StatsSheet.tsx').then((module) => module.StatsSheet),
)
const AutoPlayLog = lazyOptional(() =>
  import('#features/play/auto/AutoPlayLog.tsx').then((module) => module.AutoPlayLog),
)

interface PlaySheetsProps {
  play: FramePlay
  keys: readonly QuickKey[]
  autoPlay: AutoPlayExtras | undefined
  /** False where results take the time of a round. */
  hasInstant?: boolean
  /** The game's own options. */
  options?: ReactNode
  /** The game's own sheets. */
  children: ReactNode
}

/** The sheets named by the URL, and the quick keys that one of them lists. */
export function PlaySheets(props: PlaySheetsProps) {
  const { play, keys: gameKeys, autoPlay, hasInstant = true, options, children } = props
  const { sheet, betId, open, close } = usePlaySheet()
  const roundId = useSearch({ strict: false, select: (search) => search.round })
  const rules = usePlayRules()
  const keys = usePlayKeys(play, gameKeys)
  useQuickKeys(keys)
  const isAsked = useStore(play.question) !== undefined
  const isAlone = betId === undefined && roundId === undefined
  const stateOf = (name: string) => ({ isOpen: isAlone && sheet === name, onClose: close })

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
      <OptionsSheet {...stateOf('options')} onKeys={() => open('keys')} hasInstant={hasInstant}>
        {options}
      </OptionsSheet>
      <KeysSheet {...stateOf('keys')} keys={keys} />
      {children}
      <StakeQuestionSheet isOpen={isAsked} onClose={() => play.answerQuestion(false)} play={play} />
    </>
  )
}
