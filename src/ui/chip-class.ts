/** For buttons and router `Link`s. */
export function chipClass(selected = false): string {
  const tone = selected
    ? 'bg-text text-bg border-transparent'
    : 'bg-surface-2 text-text-2 border-line hover:text-text'
  return `press tap inline-flex shrink-0 items-center gap-1.75 min-h-9.5 px-3.5 rounded-full border text-fs-3 font-650 whitespace-nowrap ${tone}`
}
