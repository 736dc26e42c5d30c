import { useLingui } from '@lingui/react/macro'
import { useStore } from '#lib/use-store.ts'
import { useKenoPlay } from './keno-play.ts'

/** Why Keno cannot play by itself now; undefined when it can. */
export function useKenoAutoProblem(): string | undefined {
  const play = useKenoPlay()
  const { t } = useLingui()
  return useStore(play.picks).length === 0 ? t`Pick a number first` : undefined
}
