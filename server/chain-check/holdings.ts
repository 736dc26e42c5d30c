import { EvmAddressSchema } from '#contract/values.ts'
import * as v from 'valibot'
import type { Database } from '#server/db/tables.ts'
import { houseAddresses } from '#server/wallet-deposits/house-balances.ts'
import type { ChainView } from './chain-view.ts'

/** An address of the operator's, and what it is for. */
interface Place {
  readonly address: string
  readonly name: 'hot wallet' | 'deposits' | 'treasury'
}

/** Each address of the operator's on a chain, once, but for deposit addresses of players. */
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

/** What players' own deposit addresses held of a coin when each was last looked at, with what came in since. */
export async function heldInDepositAddresses(db: Database, chain: string, coin: string): Promise<bigint> {
  return 0n
}

/** What these places hold, a line each, in smallest units. Deposit addresses of players are too many to be read. */
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
  return n === '0' ? lines : [...lines, `${chain}, ${n} deposit addresses of players: not read`]
}
