import { ApiError } from '#api/api-error.ts'
import { EXPORT_LISTS, type exportAccount, type exportMore, type ExportList } from '#contract/account.ts'
import type { DataOf } from '#contract/endpoint.ts'

const PAUSE_MS = 1_000
const TRIES = 5

interface Collecting {
  /** The first answer: everything, but only the first page of long lists. */
  readonly first: DataOf<typeof exportAccount>
  readonly readMore: (list: ExportList, after: string) => Promise<DataOf<typeof exportMore>>
  readonly wait: (milliseconds: number) => Promise<void>
  /** Called with the number of entries of long lists so far, after each page. */
  readonly onCount: (count: number) => void
}

/**
 * Writes all data that the server stores about the player into one JSON file. Each page of a long list goes into the
 * file at once, because a million bets would not fit into memory.
 * @throws {ApiError} if a page fails five times
 */
export async function collectData({ first, readMore, wait, onCount }: Collecting): Promise<Blob> {
  const { next, ...rest } = first
  const lists: readonly string[] = EXPORT_LISTS
  const fields = Object.entries(rest).filter(([name]) => !lists.includes(name))
  const head = JSON.stringify(Object.fromEntries(fields), null, 2)
  // The closing brace comes last.
  const parts: BlobPart[] = [head.slice(0, head.lastIndexOf('}')).trimEnd()]
  let count = 0
  const add = (items: readonly unknown[], isFirst: boolean) => {
    const lines = items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')
    if (lines) parts.push(new Blob([isFirst ? '\n' : ',\n', lines]))
    count += items.length
    onCount(count)
  }

  for (const list of EXPORT_LISTS) {
    const items = rest[list]
    parts.push(`,\n  ${JSON.stringify(list)}: [`)
    add(Array.isArray(items) ? items : [], true)
    for (let after = next[list] ?? null; after !== null;) {
      const place = after
      const page = await withPatience(() => readMore(list, place), wait)
      add(page.items, false)
      after = page.next
    }
    parts.push('\n  ]')
  }
  parts.push('\n}\n')
  return new Blob(parts, { type: 'application/json' })
}

/** Retries: of thousands of pages one may fail. */
async function withPatience<T>(ask: () => Promise<T>, wait: Collecting['wait']): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask()
    } catch (error) {
      if (tried === TRIES || !(error instanceof ApiError) || !isPassing(error)) throw error
      await wait(PAUSE_MS * tried)
    }
  }
}

const isPassing = ({ kind, status, code }: ApiError) =>
  kind === 'network' || kind === 'timeout' || (kind === 'http' && (status >= 500 || code === 'rate_limited'))
