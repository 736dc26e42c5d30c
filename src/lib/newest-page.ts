interface Item {
  /** Digits; a newer item has a higher one. */
  readonly id: string
  readonly status: string
}

/** The first page of a list, the newest first, with items as they are now. */
export function mergeNewest<T extends Item>(
  page: readonly T[],
  changed: readonly T[],
  perPage: number,
): { readonly items: T[]; readonly isCut: boolean } {
  const byId = new Map([...page, ...changed].map((item) => [item.id, item]))
  const all = [...byId.values()].sort((a, b) => Number(BigInt(b.id) - BigInt(a.id)))
  return { items: all.slice(0, perPage), isCut: all.length > perPage }
}

/** Tells which items have come to their end since the last look; what had its end at the first look is no news. */
export function createEndNews<T extends Item>(
  known: readonly Pick<T, 'id' | 'status'>[] | undefined,
  isEnded: (item: T) => boolean,
): (items: readonly T[]) => T[] {
  const statuses = new Map(known?.map(({ id, status }) => [id, status]))
  let isFirst = known === undefined
  return (items) => {
    const ended = items.filter((item) => {
      const before = statuses.get(item.id)
      statuses.set(item.id, item.status)
      return isEnded(item) && before !== item.status && (before !== undefined || !isFirst)
    })
    isFirst = false
    return ended
  }
}
