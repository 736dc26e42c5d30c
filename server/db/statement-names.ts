/** The database keeps each with its plan, ten to a hundred kilobytes. */
const MOST_NAMES = 500
/** Texts that came once; lists of different lengths produce many. */
const MOST_SEEN = 1_000

export interface StatementNames {
  /** Name of the prepared statement; undefined for a text that is not to be prepared. */
  nameOf(text: string, values: readonly unknown[]): string | undefined
  /** True if the text changes tables: then all names are dropped, and the caller must deallocate the statements. */
  forgetAfter(text: string): boolean
}

/** Names are unique in the process. */
let given = 0

/** For one session. A statement with values gets a name when it comes the second time. */
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
