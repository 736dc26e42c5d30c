import { useLingui } from '@lingui/react/macro'
import type { AutoPlayExtras } from '#features/play/auto-play-extras.ts'
import { useStore } from '#lib/use-store.ts'
import { MinesAutoFields } from './MinesAutoFields.tsx'
import { minesPlay } from './mines-play.ts'

/** What the auto-play sheet asks for in Mines, and why it cannot start. */
export function useMinesAutoPlay(): AutoPlayExtras {
  const { t } = useLingui()
  const { choice, tiles } = useStore(minesPlay.autoPlan)
  const isOpen = useStore(minesPlay.round) !== undefined
  const problem = isOpen
    ? t`Finish the open round first`
    : choice === 'chosen' && tiles.length === 0
      ? t`Choose a tile first`
      : undefined
  return { fields: <MinesAutoFields />, problem }
}
