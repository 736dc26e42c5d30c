import { useLingui } from '@lingui/react/macro'
import { memo, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import { useAfterPaint } from '#features/play/use-after-paint.ts'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { useStore } from '#lib/use-store.ts'
import { BOARD_TILES, boardFaces, type TileFace, tilePlace } from './mines-board.ts'
import { useMinesPlay } from './mines-controller.ts'
import { TileGrid } from './TileGrid.tsx'
import styles from './mines.module.css'

export function MinesBoard() {
  const play = useMinesPlay()
  const { t } = useLingui()
  const round = useStore(play.round)
  const { shown } = useStore(play.stage)
  const isAutoPlaying = useIsAutoPlaying('mines')
  const { choices } = useSnapshot(playPreferences)
  const isOpen = round !== undefined && !isAutoPlaying
  const faces = useMemo(() => boardFaces(round, shown), [round, shown])
  const winPlace = !round && shown && shown.payout > shown.stake ? shown.opened.at(-1) : undefined
  // The paint comes before the labels. A board that is replaced in the next frame gets no labels at all.
  const read = useAfterPaint(
    useMemo(() => ({ faces, isOpen }), [faces, isOpen]),
    { isHeld: isAutoPlaying && choices.instant },
  )
  const names = useMemo(() => {
    const nameOf = (tile: number, face: TileFace): string => {
      const { row, column } = tilePlace(tile)
      switch (face) {
        case 'hidden':
          return t`Row ${row}, column ${column}, hidden`
        case 'gem':
          return t`Row ${row}, column ${column}, gem you found`
        case 'hit':
          return t`Row ${row}, column ${column}, mine you opened`
        case 'missed-gem':
          return t`Row ${row}, column ${column}, gem`
        case 'mine':
          return t`Row ${row}, column ${column}, mine`
      }
    }
    return BOARD_TILES.map((tile) => nameOf(tile, read.faces[tile] ?? 'hidden'))
  }, [read.faces, t])
  return (
    <TileGrid
      label={t`Board`}
      isOpen={isOpen}
      isStill={choices.instant}
      onPress={(tile) => void play.reveal(tile)}
      renderTile={(tile, isTabStop) => {
        const readFace = read.faces[tile] ?? 'hidden'
        return (
          <MinesTile
            tile={tile}
            face={faces[tile] ?? 'hidden'}
            name={names[tile] ?? ''}
            isWinPlace={tile === winPlace}
            isTabStop={isTabStop}
            canOpen={read.isOpen && readFace === 'hidden'}
          />
        )
      }}
    />
  )
}

interface MinesTileProps {
  tile: number
  face: TileFace
  /** Its position and content, such as "Row 2, column 3, hidden". */
  name: string
  /** The last gem of a round that won: what celebrates rises from there. */
  isWinPlace: boolean
  /** True for the one tile in the tab order. */
  isTabStop: boolean
  canOpen: boolean
}

/** Without handlers: the board listens for all its tiles. */
const MinesTile = memo(function MinesTile(props: MinesTileProps) {
  const { tile, face, name, isWinPlace, isTabStop, canOpen } = props
  return (
    <button
      type="button"
      className={styles.tile}
      data-tile={tile}
      data-face={face}
      data-win-place={isWinPlace ? '' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={name}
      aria-disabled={!canOpen}
    />
  )
})
