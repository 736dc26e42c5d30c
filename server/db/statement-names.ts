/** Each is kept by the database with its plan, some ten to a hundred kilobytes. */
const MOST_NAMES = 500
/** Texts that came once, of which lists of many lengths make ever new ones. */
const MOST_SEEN = 1_000

export interface StatementNames {
  /** The name under which the text is prepared in the session; undefined for one that is not to be prepared. */
  nameOf(text: string, values: readonly unknown[]): string | undefined
  /** Whether the text changes tables: then no name is given again, and what was prepared is to be deallocated. */
  forgetAfter(text: string): boolean
}

/** No name is given twice, wherever it is used. */
let given = 0

/** For one session: names statements with values from the second time on that they come. */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  return {
    nameOf(text, values) {
      if (values.length === 0) return undefined
      const name = names.get(text)
      if (name !== undefined || names.size >= MOST_NAMES) return name
      if (!seen.has(text)) {
        if (seen.size >= MOST_SEEN) seen.clear()
        seen.add(text)
        return undefined
      }
      names.set(text, `koi_${++given}`)
      return names.get(text)
    },
    forgetAfter(text) {
      if (names.size === 0 || !/^\s*(?:alter|create|drop)\b/i.test(text)) return false
      names.clear()
      return true
    },
  }
}
