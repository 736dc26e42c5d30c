import { useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { tileTowards } from './grid-keys.ts'
import { useTouchPress } from './use-touch-press.ts'

interface ButtonGridProps extends Pick<ComponentProps<'div'>, 'className'> {
  label: string
  columns: number
  rows: number
  /** The looks of one row. */
  rowClassName: string | undefined
  /** The button that Tab reaches first; they are counted from 0, row by row. */
  first: number
  /** A button with `data-tile` that is in the tab order when it is the tab stop. */
  renderTile: (tile: number, isTabStop: boolean) => ReactNode
  /** A button was pressed, by finger, mouse or key. */
  onPress: (tile: number) => void
  /** Looks that depend on where the game stands: `data-` attributes of the grid. */
  looks?: Readonly<Record<`data-${string}`, string | number | true | undefined>>
}

/** The button a press or a key was meant for. */
function tileOf(target: EventTarget): number | undefined {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-tile]') : null
  return button ? Number(button.dataset['tile']) : undefined
}

/** Rows of buttons. Tab reaches one of them, arrow keys the others. */
export function ButtonGrid(props: ButtonGridProps) {
  const { label, columns, rows, className, rowClassName, first, renderTile, onPress, looks } = props
  const [current, setCurrent] = useState(first)
  const press = (target: EventTarget) => {
    const tile = tileOf(target)
    if (tile === undefined) return
    setCurrent(tile)
    onPress(tile)
  }
  const touch = useTouchPress(press)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A held key goes on pressing, and the focus may just have come from the Bet button.
    if (event.repeat && event.key === 'Enter') return event.preventDefault()
    if (event.altKey || event.metaKey || event.shiftKey) return
    const tile = tileOf(event.target)
    const next =
      tile === undefined ? undefined : tileTowards(tile, event.key, { columns, rows }, event.ctrlKey)
    if (next === undefined) return
    event.preventDefault()
    setCurrent(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-tile="${next}"]`)?.focus()
  }
  return (
    <div
      role="grid"
      aria-label={label}
      className={className}
      {...looks}
      {...touch}
      onClick={({ target }) => press(target)}
      onKeyDown={onKeyDown}
    >
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} role="row" className={rowClassName}>
          {Array.from({ length: columns }, (_cell, column) => {
            const tile = row * columns + column
            return (
              <div key={tile} role="gridcell">
                {renderTile(tile, tile === current)}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
