import type { Database } from '#server/db/tables.ts'
import type { ChainView } from './chain-view.ts'

/**
 * What the hot wallet of a chain and the address that players pay to hold there, a line each, in smallest units.
 * Deposit addresses of players are too many to be read.
 */
export async function readHoldings(db: Database, view: ChainView): Promise<string[]> {
  const { chain, coins, houseAddresses } = view
  const signers = await db.selectFrom('signer').select('address').where('chain', '=', chain).execute()
  const { n } = await db
    .selectFrom('deposit_address')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow()
  const lines: string[] = []
  const places = [
    ...signers.map(({ address }) => ({ address, name: 'hot wallet' })),
    ...houseAddresses.map((address) => ({ address, name: 'deposits' })),
  ]
  for (const { address, name } of places) {
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
