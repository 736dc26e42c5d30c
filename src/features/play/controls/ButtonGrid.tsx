import { useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { tileTowards } from './grid-keys.ts'
import { useTouchPress } from './use-touch-press.ts'

interface ButtonGridProps extends Pick<ComponentProps<'div'>, 'className'> {
  label: string
  columns: number
  rows: number
  rowClassName: string | undefined
  /** Index of the button that Tab reaches, from 0, row by row. */
  first: number
  /** Renders a button with `data-tile`; only the tab stop is in the tab order. */
  renderTile: (tile: number, isTabStop: boolean) => ReactNode
  onPress: (tile: number) => void
  /** `data-` attributes of the grid, for its styles. */
  looks?: Readonly<Record<`data-${string}`, string | number | true | undefined>>
}

function tileOf(target: EventTarget): number | undefined {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-tile]') : null
  return button ? Number(button.dataset['tile']) : undefined
}

/** Tab reaches one button, arrow keys the others. */
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
    // A held key repeats, and the focus may just have come from the Bet button.
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
