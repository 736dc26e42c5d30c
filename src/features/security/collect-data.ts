import { ApiError } from '#api/api-error.ts'
import { EXPORT_LISTS, type exportAccount, type exportMore, type ExportList } from '#contract/account.ts'
import type { DataOf } from '#contract/endpoint.ts'

const PAUSE_MS = 1_000
const TRIES = 5

interface Collecting {
  /** What has come first: everything, of long lists the first page. */
  readonly first: DataOf<typeof exportAccount>
  readonly readMore: (list: ExportList, after: string) => Promise<DataOf<typeof exportMore>>
  readonly wait: (milliseconds: number) => Promise<void>
  /** Told how many entries of long lists there are so far, whenever more have come. */
  readonly onCount: (count: number) => void
}

/**
 * All that the server holds about the player, as one JSON file. Long lists come page by page, and each page goes into
 * the file at once: a million bets are never in memory together.
 * @throws {ApiError} a page that does not come, after five tries
 */
export async function collectData({ first, readMore, wait, onCount }: Collecting): Promise<Blob> {
  const { next, ...rest } = first
  const lists: readonly string[] = EXPORT_LISTS
  const fields = Object.entries(rest).filter(([name]) => !lists.includes(name))
  const head = JSON.stringify(Object.fromEntries(fields), null, 2)
  // Its closing brace comes last.
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

/** Of thousands of pages one may fail: it is asked for again. */
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
