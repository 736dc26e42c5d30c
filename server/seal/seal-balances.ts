import { randomInt } from 'node:crypto'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { sql } from 'kysely'
import { rootOf, type SumNode } from '#fair/merkle.ts'
import { PLAYER_KINDS } from '#server/db/ledger-kinds.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { bucketOf, BUCKETS } from '#server/ledger/bucket.ts'
import { playerName } from '#server/play/receipt-text.ts'
import { leafOfPiece, PIECES, piecesOf } from './balance-pieces.ts'
import { balancesTree, LEAVES_PER_ROW, readRoots, storeLeaves, SUMS } from './leaf-store.ts'

const PAGE = 5_000
const ROWS = 8

interface Holder {
  readonly uid: number
  readonly balance: bigint
}

export interface BalancesTree {
  readonly leaves: number
  readonly root: SumNode
}

interface Sealing {
  /** A transaction that sees one moment. */
  readonly trx: Database
  readonly secrets: Pick<Secrets, 'hash'>
  readonly day: string
  readonly secret: Uint8Array
}

/**
 * Puts each player's balance of each coin into the trees of a day. The pieces of all balances are shuffled, so that
 * nobody can tell whose piece lies beside theirs.
 */
export async function sealBalances(sealing: Sealing): Promise<Map<string, BalancesTree>> {
  const trees = new Map<string, BalancesTree>()
  for (const [coin, holders] of await readHolders(sealing.trx)) {
    trees.set(coin, await sealCoin(sealing, coin, holders))
  }
  return trees
}

async function readHolders(trx: Database): Promise<Map<string, Holder[]>> {
  const coins = new Map<string, Holder[]>()
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    for (let after = 0; ;) {
      const rows = await readPage(trx, bucket, after)
      for (const { uid, coin, balance } of rows) {
        const holder = { uid, balance: BigInt(balance) }
        const holders = coins.get(coin)
        if (holders) holders.push(holder)
        else coins.set(coin, [holder])
      }
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.uid
    }
  }
  return coins
}

async function readPage(trx: Database, bucket: number, after: number) {
  const { rows } = await sql<{ uid: number; coin: string; balance: string }>`
    select held.account_id as uid, held.coin, sum(held.balance) as balance
    from (
      select distinct account_id from ledger_account
      where bucket = ${bucket} and account_id > ${after} and kind in (${sql.join(PLAYER_KINDS)}) and balance > 0
      order by account_id limit ${PAGE}
    ) player
    join ledger_account held on held.bucket = ${bucket} and held.account_id = player.account_id
      and held.kind in (${sql.join(PLAYER_KINDS)}) and held.balance > 0
    group by held.account_id, held.coin
    order by held.account_id, held.coin`.execute(trx)
  return rows
}

async function sealCoin(
  { trx, secrets, day, secret }: Sealing,
  coin: string,
  holders: readonly Holder[],
): Promise<BalancesTree> {
  const places = shuffled(holders.length * PIECES)
  const leaves = new Array<SumNode | undefined>(places.length)
  for (let from = 0; from < holders.length; from += PAGE) {
    const page = holders.slice(from, from + PAGE).map(({ uid, balance }, index) => {
      const own = PIECES * (from + index)
      const placed = Array.from(places.subarray(own, own + PIECES))
      const whose = { day, coin, player: playerName(secrets, uid) }
      for (const [piece, each] of piecesOf(secret, { uid, coin, balance }).entries()) {
        leaves[placed[piece] ?? 0] = leafOfPiece(each, whose)
      }
      return { bucket: bucketOf(uid), account_id: uid, balance: String(balance), places: placed }
    })
    await sql`
      insert into seal_balance (bucket, account_id, day, coin, balance, places)
      select bucket, account_id, ${day}, ${coin}, balance, places
      from json_to_recordset(${JSON.stringify(page)}::json) as each (bucket smallint, account_id integer,
        balance numeric, places integer[])`.execute(trx)
    await letOthersRun()
  }
  const tree = balancesTree(coin)
  const atOnce = ROWS * LEAVES_PER_ROW
  for (let from = 0; from < leaves.length; from += atOnce) {
    const part = leaves.slice(from, from + atOnce).filter((leaf) => leaf !== undefined)
    await storeLeaves(trx, { day, tree }, SUMS, { firstRow: from / LEAVES_PER_ROW, leaves: part })
    await letOthersRun()
  }
  const root = rootOf(await readRoots(trx, { day, tree }, SUMS), SUMS.join)
  if (root === undefined) throw new Error(`The tree of ${coin} has no leaves`)
  return { leaves: leaves.length, root }
}

/** 0 to `count` - 1 in an order that nobody can tell. */
function shuffled(count: number): Uint32Array {
  const places = Uint32Array.from({ length: count }, (_, index) => index)
  for (let index = count - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1)
    const [one, two] = [places[index] ?? 0, places[other] ?? 0]
    places[index] = two
    places[other] = one
  }
  return places
}
