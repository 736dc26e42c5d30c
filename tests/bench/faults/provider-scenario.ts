import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from '#server/db/tables.ts'
import { openProviderSession } from '#server/providers/provider-players.ts'
import { PROVIDER, turnGameOn } from '../../support/hub88-house.ts'
import type { Check } from './check.ts'
import { ProviderCalls, type ProviderOperation } from './provider-calls.ts'
import type { Scenario } from './scenario.ts'
import type { World } from './world.ts'

const COIN = 'usdt-tron'
const GRANT = 1_000_000_000n
/** The database is one in eleven. */
const VICTIMS = [...Array.from({ length: 10 }, () => 'API' as const), 'database' as const]

/** A provider that plays for many players, and has books of its own. */
export function providerScenario(world: World, seed: number, privatePem: string): Scenario {
  const load = new ProviderCalls(world, seed, privatePem)
  return {
    load,
    kinds: ['bet', 'win', 'roll-back'],
    victims: VICTIMS,
    async logIn(players) {
      const pool = new pg.Pool({ connectionString: world.db.url })
      const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
      await turnGameOn(db)
      const accounts = await db.selectFrom('account').select('id').orderBy('id').limit(players).execute()
      for (const [n, { id: uid }] of accounts.entries()) {
        const of = { provider: PROVIDER, player: uid, coin: COIN, game: 'wheel', now: Date.now() }
        load.seats.push({ n, uid, ...(await openProviderSession(db, of)) })
      }
      await db.destroy()
    },
    start: (everyMs) => load.start(everyMs),
    end: () => load.end(),
    settle: () => Promise.resolve([]),
    check: () => checkCalls(world.db, load),
  }
}

interface Row {
  readonly id: string
  readonly account_id: number
  readonly kind: string
  readonly amount: string
  readonly status: string
}

async function checkCalls(db: World['db'], { operations, seats }: ProviderCalls): Promise<Check[]> {
  const { rows } = await db.query<Row>(
    'select id, account_id, kind, amount, status from provider_transaction',
  )
  const { rows: held } = await db.query<{ account_id: number; held: string; short: string }>(
    `select account_id, balance as held,
       coalesce((select sum(amount) from provider_debt debt where debt.account_id = own.account_id), 0) as short
     from ledger_account own where kind = 'available' and coin = '${COIN}'`,
  )
  const byId = new Map<string, Row[]>()
  for (const row of rows) byId.set(row.id, [...(byId.get(row.id) ?? []), row])
  const sums = new Map<number, bigint>()
  for (const { kind, seat, amount, isDone } of operations) {
    const moved = !isDone ? 0n : kind === 'bet' ? -amount : kind === 'win' ? amount : 0n
    sums.set(seat.uid, (sums.get(seat.uid) ?? 0n) + moved)
  }
  const known = new Set(operations.map(({ id }) => id))
  const standing = standingOf(rows, operations)
  const total = [...sums.values()].reduce((sum, each) => sum + each, 0n)
  const heldBy = new Map(held.map((each) => [each.account_id, BigInt(each.held) - BigInt(each.short)]))
  const heldTotal = seats.reduce((sum, { uid }) => sum + (heldBy.get(uid) ?? 0n) - GRANT, 0n)
  return [
    {
      name: 'calls: each is written down once, and stands as the provider holds',
      compared: operations.length,
      faults: operations.flatMap((each) => checkOperation(each, byId.get(each.id) ?? [], standing)),
    },
    {
      name: 'nothing that the provider has not asked for',
      compared: rows.length,
      faults: rows.filter(({ id }) => !known.has(id)).map(({ id, kind }) => `${kind} ${id}`),
    },
    {
      name: 'sums of each player, on both sides',
      compared: seats.length,
      faults: seats.flatMap(({ uid }) => {
        const [is, should] = [heldBy.get(uid), GRANT + (sums.get(uid) ?? 0n)]
        return is === should ? [] : [`player ${uid} has ${is}, by the provider’s books ${should}`]
      }),
    },
    {
      name: `the sum of all players, ${total} on both sides`,
      compared: 1,
      faults: total === heldTotal ? [] : [`it is ${heldTotal} here`],
    },
  ]
}

/** Ids of calls that were done here and not rolled back. */
function standingOf(rows: readonly Row[], operations: readonly ProviderOperation[]): ReadonlySet<string> {
  const done = new Set(rows.filter(({ status }) => status === 'ok').map(({ id }) => id))
  const back = new Set(
    operations.filter(({ kind, id }) => kind === 'roll-back' && done.has(id)).map(({ of }) => of),
  )
  return new Set([...done].filter((id) => !back.has(id)))
}

function checkOperation(
  { kind, id, seat, amount, acknowledged, isDone }: ProviderOperation,
  rows: readonly Row[],
  standing: ReadonlySet<string>,
): string[] {
  const name = `${kind} ${id} of player ${seat.uid}`
  const [row, ...more] = rows
  if (more.length > 0) return [`${name} is there ${rows.length} times`]
  if (kind === 'roll-back') return acknowledged === null ? [`${name} never had an answer`] : []
  if (isDone !== standing.has(id)) return [`${name} ${isDone ? 'does not stand' : 'stands'} here`]
  const isAsked = row === undefined || (row.account_id === seat.uid && BigInt(row.amount) === amount)
  return isAsked ? [] : [`${name} is written down as ${row.amount} of player ${row.account_id}`]
}
