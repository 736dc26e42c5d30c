import { EvmAddressSchema } from '#contract/values.ts'
import * as v from 'valibot'
import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { houseAddresses } from '#server/wallet-deposits/house-balances.ts'
import type { ChainView } from './chain-view.ts'

interface Place {
  readonly address: string
  readonly name: 'hot wallet' | 'deposits' | 'treasury'
}

/** The operator's addresses on a chain, without duplicates and without deposit addresses of players. */
export async function placesOf(
  db: Database,
  { chain, houseAddresses: current, treasuries }: ChainView,
): Promise<readonly Place[]> {
  const signers = await db.selectFrom('signer').select('address').where('chain', '=', chain).execute()
  const [recipient] = current.map((address) => v.parse(EvmAddressSchema, address))
  const houses = recipient ? await houseAddresses(db, { chain, recipient }) : []
  const places: Place[] = [
    ...signers.map(({ address }) => ({ address, name: 'hot wallet' as const })),
    ...houses.map((address) => ({ address, name: 'deposits' as const })),
    ...treasuries.map((address) => ({ address, name: 'treasury' as const })),
  ]
  return [...new Map(places.map((each) => [each.address.toLowerCase(), each])).values()]
}

/**
 * Computed from the last comparison of each address and the deposits since, because there are too many addresses to ask
 * for. After an outgoing transfer only later deposits count: the operator has collected the rest.
 */
export async function heldInDepositAddresses(db: Database, chain: string, coin: string): Promise<bigint> {
  const { rows } = await sql<{ held: string }>`
    with place as (
      select address, held_amount, greatest(sent_at, explained_at) as since, sent_at > explained_at as is_taken
      from (
        select address, held_amount, sent_at, coalesce(held_at, created_at - interval '1 hour') as explained_at
        from deposit_address where chain = ${chain}
      ) known
    )
    select coalesce(sum(amount), 0) as held
    from (
      select held_amount as amount from place where is_taken is not true
      union all
      select amount from deposit join place on address = recipient and block_at > since
      where chain = ${chain} and coin = ${coin} and status not in ('confirming', 'dropped', 'wrong_token')
    ) part`.execute(db)
  return BigInt(rows[0]?.held ?? 0)
}

/** One line each, in smallest units. */
export async function readHoldings(db: Database, view: ChainView): Promise<string[]> {
  const { chain, coins } = view
  const { n } = await db
    .selectFrom('deposit_address')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow()
  const lines: string[] = []
  for (const { address, name } of await placesOf(db, view)) {
    for (const coin of coins) {
      const held = await view.balanceOf(address, coin).then(
        (amount) => `${amount} ${coin}`,
        (error: unknown) => `${coin} not read: ${error instanceof Error ? error.message : 'no answer'}`,
      )
      lines.push(`${chain}, ${name} ${address}: ${held}`)
    }
  }
  if (n === '0') return lines
  for (const coin of coins) {
    const held = await heldInDepositAddresses(db, chain, coin)
    lines.push(`${chain}, ${n} deposit addresses of players, as last compared: ${held} ${coin}`)
  }
  return lines
}
