import { lazyOptional } from '#lib/lazy-optional.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'

/** The sheets that every game has, each with a chunk of its own. */
export const OptionsSheet = lazySheet(() =>
  import('./OptionsSheet.tsx').then((module) => module.OptionsSheet),
)
export const KeysSheet = lazySheet(() => import('./KeysSheet.tsx').then((module) => module.KeysSheet))
export const StakeQuestionSheet = lazySheet(() =>
  import('#features/play/stake/StakeQuestionSheet.tsx').then((module) => module.StakeQuestionSheet),
)
export const AutoPlaySheet = lazySheet(() =>
  import('#features/play/auto/AutoPlaySheet.tsx').then((module) => module.AutoPlaySheet),
)
export const StatsSheet = lazySheet(() =>
  import('#features/play/session/StatsSheet.tsx').then((module) => module.StatsSheet),
)
/** Below the figures of the session. */
export const AutoPlayLog = lazyOptional(() =>
  import('#features/play/auto/AutoPlayLog.tsx').then((module) => module.AutoPlayLog),
)
