import { useEffect, useRef } from 'react'
import { ChipRow, type ChipRowProps } from './ChipRow.tsx'

/** A row of chips that scrolls to the chosen one. */
export function ChoiceRow(props: Omit<ChipRowProps, 'ref'>) {
  const ref = useRef<HTMLDivElement>(null)
  const shown = useRef<Element>(null)
  useEffect(() => {
    const row = ref.current
    const chosen = row?.querySelector('[aria-current],[aria-pressed=true]')
    if (!row || !chosen || chosen === shown.current) return
    shown.current = chosen
    // Centre the chip without `scrollIntoView`, which would also scroll the page.
    const [box, chip] = [row.getBoundingClientRect(), chosen.getBoundingClientRect()]
    row.scrollLeft += (chip.left + chip.right - box.left - box.right) / 2
  })
  return <ChipRow {...props} ref={ref} />
}
