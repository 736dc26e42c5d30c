/** Rows that Page Up and Page Down pass over. */
const PAGE = 12

/** The row that a key moves the focus to; undefined for other keys. */
export function nextRow(key: string, current: number, count: number): number | undefined {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(current + 1, last)
    case 'ArrowUp':
      return Math.max(current - 1, 0)
    case 'PageDown':
      return Math.min(current + PAGE, last)
    case 'PageUp':
      return Math.max(current - PAGE, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
