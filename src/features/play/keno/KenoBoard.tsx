import { useLingui } from '@lingui/react/macro'
import { ButtonGrid } from '#features/play/controls/ButtonGrid.tsx'
import { useIsAutoPlaying } from '#features/play/auto/use-is-auto-playing.ts'
import { useStore } from '#lib/use-store.ts'
import { kenoHits } from '#rules/keno/keno.ts'
import { ballOf, KENO_COLUMNS, KENO_MOST_PICKS, KENO_ROWS, type Ball } from './keno-board.ts'
import styles from './keno.module.css'
import { useKenoPlay } from './keno-play.ts'
import { KenoTile } from './KenoTile.tsx'
import { useShownDraw } from './use-shown-draw.ts'

export function KenoBoard() {
  const play = useKenoPlay()
  const { t } = useLingui()
  const picks = useStore(play.picks)
  const { moving, shown } = useShownDraw()
  const isLocked = useIsAutoPlaying('keno')
  const drawn = moving ?? shown
  const winPlace =
    shown && shown.payout > shown.stake ? kenoHits(shown.params, shown.outcome).at(-1) : undefined
  const isFull = picks.length >= KENO_MOST_PICKS
  const nameOf = (number: number, ball: Ball | undefined): string => {
    const name = number + 1
    // The labels change only when the balls are visible.
    if (!ball || moving) return String(name)
    return ball === 'hit' ? t`${name}, a hit` : t`${name}, drawn`
  }
  return (
    <ButtonGrid
      label={t`Numbers`}
      columns={KENO_COLUMNS}
      rows={KENO_ROWS}
      first={0}
      className={styles.board}
      rowClassName={styles.row}
      // Two names of one animation: a change of name restarts it for the next draw.
      looks={{ 'data-moving': moving ? (moving.seeds.nonce % 2 === 0 ? 'even' : 'odd') : undefined }}
      onPress={play.toggle}
      renderTile={(number, isTabStop) => {
        const { ball, place } = ballOf(drawn, number) ?? {}
        const isPicked = picks.includes(number)
        return (
          <KenoTile
            number={number}
            name={nameOf(number, ball)}
            isPicked={isPicked}
            ball={ball}
            place={place}
            isWinPlace={number === winPlace}
            isTabStop={isTabStop}
            canPress={!isLocked && (isPicked || !isFull)}
          />
        )
      }}
    />
  )
}
