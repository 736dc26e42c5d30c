/** A page of a list has at most as many; a longer answer is not of players. */
const MOST_PLAYERS = 200

interface Asked {
  readonly params?: unknown
  readonly query?: unknown
}

/**
 * The line of a read keeps what was asked for, and the numbers of the players in the answer. A line stays for
 * ever, so the text of a search is only in it where it names no person.
 */
export function keptRead({ params, query }: Asked, answer: unknown): object {
  const { search, ...rest } = (query ?? {}) as Readonly<Record<string, unknown>>
  const asked = { ...rest, ...(typeof search === 'string' && keptSearch(search)) }
  const players = playersIn(answer)
  return {
    ...(params !== undefined && { params }),
    ...(Object.keys(asked).length > 0 && { query: asked }),
    ...(players.length > 0 && { players }),
  }
}

/** Names and numbers of chains and rows stay. */
function keptSearch(text: string) {
  if (/^\d{1,15}$/.test(text)) return { searched: 'number', search: text }
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(text)) return { searched: 'transaction', search: text }
  if (/^0x[0-9a-f]{40}$/i.test(text) || /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text))
    return { searched: 'address', search: text }
  return { searched: text.includes('@') ? 'e-mail address' : 'name' }
}

/** Each `uid` of the answer: rows have it at their top, and a list is at most one level down. */
function playersIn(answer: unknown): readonly number[] {
  const found = new Set<number>()
  const look = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null || depth > 3) return
    if ('uid' in value && typeof value.uid === 'number') found.add(value.uid)
    for (const each of Object.values(value)) look(each, depth + 1)
  }
  look(answer, 0)
  return [...found].slice(0, MOST_PLAYERS)
}
