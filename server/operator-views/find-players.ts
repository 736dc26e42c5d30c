import { sql, type RawBuilder } from 'kysely'
import type { DataOf, ParsedRequest } from '#contract/endpoint.ts'
import { PLAYERS_PER_PAGE, type findPlayers } from '#contract/operator/players.ts'
import type { Database } from '#server/db/tables.ts'
import { readPlayerRows } from './player-rows.ts'
import { hasBreak, isResting, readBreakSharers } from './resting-accounts.ts'
import { readSearch, type Search } from './player-search.ts'
import { LARGEST_UID } from './require-account.ts'
import { maySeeMoney } from './shortened.ts'
import type { Viewer, ViewServices } from './view-services.ts'

type Query = ParsedRequest<typeof findPlayers>['query']

const email = sql`(email collate "C")`
const nickname = sql`(lower(nickname) collate "C")`

/** A part of the list, which an index has in its order; the parts follow each other. */
interface Part {
  readonly where: RawBuilder<unknown>
  /** Before the account's number; null for the number alone. */
  readonly key: RawBuilder<unknown> | null
  readonly isDown: boolean
}

/**
 * Pages by the last row, so that rows which are added meanwhile move none. A search lists whom the text names in full,
 * then whose e-mail address begins with it, then whose nickname does. Without the right to read whole addresses, nothing
 * is ordered by them.
 */
export async function listPlayers(
  { reads, clock }: Pick<ViewServices, 'reads' | 'clock'>,
  viewer: Viewer,
  query: Query,
): Promise<DataOf<typeof findPlayers>> {
  const db = reads.forCalls()
  const now = clock()
  const ways = query.search
    ? searchParts(await readSearch(db, viewer, query.search), query.state)
    : listParts(query, viewer)
  const after = readCursor(query.after)
  const found: { readonly id: number; readonly part: number }[] = []
  for (const [at, conditionOf] of conditionsOf(db, query.state, now).entries()) {
    const first = at * ways.length
    if (found.length > PLAYERS_PER_PAGE || after.part >= first + ways.length) continue
    const condition = await conditionOf()
    for (const [way, part] of ways.entries()) {
      const number = first + way
      const rest = PLAYERS_PER_PAGE + 1 - found.length
      if (number < after.part || rest === 0) continue
      const ids = await readPart(db, part, condition, number === after.part ? after.id : null, rest)
      found.push(...ids.map((id) => ({ id, part: number })))
    }
  }
  const page = found.slice(0, PLAYERS_PER_PAGE)
  const last = found.length > PLAYERS_PER_PAGE ? page.at(-1) : undefined
  return {
    players: await readPlayerRows(
      db,
      viewer,
      page.map(({ id }) => id),
      now,
    ),
    next: last ? `${last.part}-${last.id}` : null,
  }
}

/** It names an account only: an e-mail address in it would be read by those who may not. */
function readCursor(after: string | undefined): { readonly part: number; readonly id: number | null } {
  const [, part, id] = /^(\d)-(\d{1,10})$/.exec(after ?? '') ?? []
  return id === undefined || Number(id) > LARGEST_UID
    ? { part: 0, id: null }
    : { part: Number(part), id: Number(id) }
}

function searchParts({ exact, email: mailbox, nickname: name }: Search, state: Query['state']): Part[] {
  const ids = sql`${exact}::integer[]`
  const named: Part = { where: sql`id = any(${ids})`, key: null, isDown: false }
  // A closed account has neither e-mail address nor nickname.
  if (state === 'closed') return [named]
  const isOther = sql`id <> all(${ids})`
  const begins = (key: RawBuilder<unknown>, text: string) => sql`${key} like ${text}`
  return [
    named,
    ...(mailbox === null
      ? []
      : [{ where: sql`${begins(email, mailbox)} and ${isOther}`, key: email, isDown: false }]),
    ...(name === null
      ? []
      : [
          {
            where: sql`nickname <> '' and ${begins(nickname, name)} and ${isOther}
              ${mailbox === null ? sql`` : sql`and (email is null or not ${begins(email, mailbox)})`}`,
            key: nickname,
            isDown: false,
          },
        ]),
  ]
}

function listParts({ sort, direction, state }: Query, viewer: Viewer): Part[] {
  if (sort !== 'email' || !maySeeMoney(viewer))
    return [{ where: sql`true`, key: null, isDown: direction !== 'up' }]
  const isDown = direction === 'down'
  return [
    // A closed account has no e-mail address.
    ...(state === 'closed' ? [] : [{ where: sql`email is not null`, key: email, isDown }]),
    { where: sql`email is null`, key: null, isDown },
  ]
}

async function readPart(
  db: Database,
  { where, key, isDown }: Part,
  condition: RawBuilder<unknown>,
  afterId: number | null,
  limit: number,
): Promise<readonly number[]> {
  const order = isDown ? sql`desc` : sql`asc`
  const beyond = isDown ? sql`<` : sql`>`
  const isAfter =
    afterId === null
      ? sql`true`
      : key === null
        ? sql`id ${beyond} ${afterId}`
        : sql`(${key}, id) ${beyond} ((select ${key} from account where id = ${afterId}), ${afterId}::integer)`
  const { rows } = await sql<{ id: number }>`
    select id from account
    where ${where} and ${condition} and ${isAfter}
    order by ${key === null ? sql`` : sql`${key} ${order}, `}id ${order}
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * SQL conditions on rows of `account`; the rows of each follow those of the one before. In a break are first those with
 * one of their own, who are found fastest.
 */
function conditionsOf(
  db: Database,
  state: Query['state'],
  now: number,
): (() => Promise<RawBuilder<unknown>>)[] {
  switch (state) {
    case 'open':
      return [async () => sql`closed_at is null and not ${isResting(now)}`]
    case 'break':
      return [
        async () => sql`closed_at is null and ${hasBreak(now)}`,
        async () => sql`closed_at is null and id = any(${await readBreakSharers(db, now)}::integer[])`,
      ]
    case 'closed':
      return [async () => sql`closed_at is not null`]
    case undefined:
      return [async () => sql`true`]
  }
}
