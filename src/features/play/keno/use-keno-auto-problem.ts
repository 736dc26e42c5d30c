import { useLingui } from '@lingui/react/macro'
import { useStore } from '#lib/use-store.ts'
import { useKenoPlay } from './keno-play.ts'

/** @returns undefined when auto-play can start */
export function useKenoAutoProblem(): string | undefined {
  const play = useKenoPlay()
  const { t } = useLingui()
  return useStore(play.picks).length === 0 ? t`Pick a number first` : undefined
}
