/** A tile of the account menu, for a `Link` or button; `isHot` for the most important one. */
export function accountTileClass(isHot = false): string {
  const tone = isHot ? 'bg-brand-soft border-brand text-text' : 'bg-surface-2 border-line text-text-2'
  return `flex w-full min-h-14 items-center gap-3 px-3.5 py-2 rounded-3 border text-fs-3 font-650 text-start ${tone}`
}
