/** Counts by name. A name with the count 0 takes no memory. */
export interface Counts<Name> {
  of(name: Name): number
  change(name: Name, by: 1 | -1): void
}

export function createCounts<Name>(): Counts<Name> {
  const counts = new Map<Name, number>()
  const of = (name: Name) => counts.get(name) ?? 0
  return {
    of,
    change(name, by) {
      const count = of(name) + by
      if (count > 0) counts.set(name, count)
      else counts.delete(name)
    },
  }
}
