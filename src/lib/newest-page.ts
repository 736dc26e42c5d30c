interface Item {
  /** Digits; a newer item has a higher id. */
  readonly id: string
  readonly status: string
}

/** Puts new and changed items into a first page (newest first). `isCut` is true if older items no longer fit. */
export function mergeNewest<T extends Item>(
  page: readonly T[],
  changed: readonly T[],
  perPage: number,
): { readonly items: T[]; readonly isCut: boolean } {
  const byId = new Map([...page, ...changed].map((item) => [item.id, item]))
  const all = [...byId.values()].sort((a, b) => Number(BigInt(b.id) - BigInt(a.id)))
  return { items: all.slice(0, perPage), isCut: all.length > perPage }
}

/** Finds items that have ended since the last call. Items that had ended at the first call are not news. */
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
