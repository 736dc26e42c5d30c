/** The rows of a table, of an answer at once or page by page. */
export interface GridRows<T> {
  readonly rows: readonly T[]
  /** Other rows are on their way. */
  readonly isBusy?: boolean
  readonly more?: MoreRows
  /** All rows for an export, at most `EXPORTED_AT_MOST`; default: those that are there. */
  readonly readAll?: (tell: (count: number) => void, signal: AbortSignal) => Promise<readonly T[]>
}

interface MoreRows {
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly isFailed: boolean
  readonly load: () => void
}

export const EXPORTED_AT_MOST = 10_000

/** Reads page after page, from the beginning. */
export async function readAllPages<T>(
  read: (after: string | null) => Promise<{ rows: readonly T[]; next: string | null }>,
  tell: (count: number) => void,
): Promise<T[]> {
  const all: T[] = []
  let after: string | null = null
  do {
    const page = await read(after)
    all.push(...page.rows)
    after = page.next
    tell(Math.min(all.length, EXPORTED_AT_MOST))
  } while (after !== null && all.length < EXPORTED_AT_MOST)
  return all.slice(0, EXPORTED_AT_MOST)
}
