import { sql } from 'kysely'
import { withChecksum } from '#contract/evm-checksum.ts'
import type { EvmAddress } from '#contract/values.ts'
import type { Database, LinkKind } from '#server/db/tables.ts'

/** A link that led to an account. */
export interface Link {
  readonly kind: LinkKind
  /** Account that shares it. */
  readonly to: number
}

/** Accounts that are followed further at most, and addresses that are compared. Friends are found beyond it. */
const FOLLOWED = 500
const HOPS = 6

/**
 * Returns the `friends` who are one person with the player, as far as the house can tell, each with the link that says so.
 * Mailboxes, log-in wallets and devices are the person's own: they are followed over several accounts. Anybody may
 * withdraw to any address, so addresses link once only, else a stranger could join two players.
 */
export async function linkedFriends(
  db: Database,
  player: number,
  friends: readonly number[],
): Promise<ReadonlyMap<number, Link>> {
  if (friends.length === 0) return new Map()
  const found = new Map<number, Link>()
  await followOwn(db, found, { from: [player], player, friends })
  const byAddress = await sharedAddresses(db, [player, ...found.keys()].slice(0, FOLLOWED), friends)
  const more = keepNew(found, player, byAddress)
  await followOwn(db, found, { from: more.slice(0, FOLLOWED), player, friends })
  const wanted = new Set(friends)
  return new Map([...found].filter(([account]) => wanted.has(account)))
}

/** The account, and all that share a mailbox, a log-in wallet or a device with it, also over other accounts. */
export async function accountsOfPerson(db: Database, account: number): Promise<readonly number[]> {
  const found = new Map<number, Link>()
  await followOwn(db, found, { from: [account], player: account, friends: [] })
  return [account, ...found.keys()]
}

interface Following {
  readonly from: readonly number[]
  readonly player: number
  readonly friends: readonly number[]
}

async function followOwn(
  db: Database,
  found: Map<number, Link>,
  { from, player, friends }: Following,
): Promise<void> {
  let edge = from
  for (let hop = 0; hop < HOPS && edge.length > 0 && found.size < FOLLOWED + friends.length; hop++) {
    edge = keepNew(found, player, await neighbours(db, edge, friends)).slice(0, FOLLOWED)
  }
}

interface Row extends Link {
  readonly account: number
}

/** @returns accounts that were not known */
function keepNew(found: Map<number, Link>, player: number, rows: readonly Row[]): number[] {
  const fresh = rows.filter(({ account }) => account !== player && !found.has(account))
  for (const { account, kind, to } of fresh) if (!found.has(account)) found.set(account, { kind, to })
  return [...new Set(fresh.map(({ account }) => account))]
}

/** Friends come first, so that no crowd hides them. */
const firstOf = (friends: readonly number[]) =>
  sql`order by (account = any(${friends}::integer[])) desc, account limit ${FOLLOWED + friends.length}`

async function neighbours(
  db: Database,
  accounts: readonly number[],
  friends: readonly number[],
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    with ways as (
      select distinct way_hash, account_id from player_way where account_id = any(${accounts}::integer[])
    ), devices as (
      select distinct device, account_id from login_event
      where account_id = any(${accounts}::integer[]) and outcome = 'ok' and device is not null
    )
    select account, kind, "to" from (
      select other.account_id as account, case other.kind when 'email' then 'mailbox' else 'wallet' end as kind,
        ways.account_id as "to"
      from ways join player_way other using (way_hash)
      union
      select other.account_id, 'device', devices.account_id
      from devices join login_event other on other.device = devices.device
        and other.outcome = 'ok' and other.account_id is not null
    ) linked
    where not account = any(${accounts}::integer[])
    ${firstOf(friends)}`.execute(db)
  return rows
}

interface Address {
  readonly account: number
  readonly address: string
}

/**
 * Accounts with a withdrawal address or wallet of these, or paid from one; and those to whose addresses it belongs
 * that these were paid from. That two were paid from one address says nothing: exchanges pay everybody from theirs.
 */
async function sharedAddresses(
  db: Database,
  accounts: readonly number[],
  friends: readonly number[],
): Promise<readonly Row[]> {
  const { rows: own } = await sql<Address>`
    select account_id as account, address from withdrawal where account_id = any(${accounts}::integer[])
    union select account_id, address from wallet where account_id = any(${accounts}::integer[])
    union select account_id, address from former_wallet where account_id = any(${accounts}::integer[])
    limit ${FOLLOWED}`.execute(db)
  const { rows: payers } = await sql<Address>`
    select distinct account_id as account, sender as address from deposit
    where account_id = any(${accounts}::integer[]) limit ${FOLLOWED}`.execute(db)
  const [ownSpelled, all] = [own.flatMap(spellings), [...own, ...payers].flatMap(spellings)]
  if (all.length === 0) return []
  const texts = (list: readonly Address[]) => list.map(({ address }) => address)
  const { rows } = await sql<{ account: number; address: string }>`
    select account, address from (
      select account_id as account, address from withdrawal where address = any(${texts(all)}::text[])
      union select account_id, address from wallet where address = any(${texts(all)}::text[])
      union select account_id, address from former_wallet where address = any(${texts(all)}::text[])
      union select account_id, sender from deposit where sender = any(${texts(ownSpelled)}::text[])
    ) shared
    where not account = any(${accounts}::integer[])
    ${firstOf(friends)}`.execute(db)
  const holders = new Map(all.map(({ address, account }) => [address, account]))
  return rows.flatMap(({ account, address }) => {
    const to = holders.get(address)
    return to === undefined ? [] : [{ account, kind: 'address' as const, to }]
  })
}

/** Withdrawals keep an EVM address with its checksum, wallets and deposits in lower case. */
function spellings({ account, address }: Address): Address[] {
  if (!/^0x[0-9a-f]{40}$/i.test(address)) return [{ account, address }]
  const plain = address.toLowerCase() as EvmAddress
  return [
    { account, address: plain },
    { account, address: withChecksum(plain) },
  ]
}
