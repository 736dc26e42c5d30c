/** Classes of a list with its heading and filters: above it, and beside it on wide screens. */
export const historyClass = {
  page: 'grid grid-cols-1 gap-4 px-4 xl:grid-cols-[21rem_minmax(0,1fr)] xl:gap-10 xl:items-start',
  tools: 'grid grid-cols-1 gap-4 min-w-0 xl:sticky xl:top-20',
}
