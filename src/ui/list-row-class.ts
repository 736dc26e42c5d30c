export interface ListRowLook {
  /** `card` stands alone with a border; `plain` is one row of many. */
  variant?: 'card' | 'plain'
  selected?: boolean
  /** Adds hover and pressed states. */
  interactive?: boolean
}

/** Also for a router `Link` around `ListRowContent` that looks like a `ListRow`. */
export function listRowClass({
  variant = 'card',
  selected = false,
  interactive = true,
}: ListRowLook = {}): string {
  const box =
    variant === 'card'
      ? `py-3.5 px-3.5 rounded-3 border ${selected ? 'bg-brand-soft border-brand' : 'bg-surface-2 border-line'}`
      : `min-h-14.5 py-1.5 px-3 rounded-2 ${selected ? 'bg-brand-soft' : interactive ? 'hover:bg-surface-2' : ''}`
  return `${interactive ? 'press' : ''} flex w-full items-center gap-3.25 text-left ${box}`
}
