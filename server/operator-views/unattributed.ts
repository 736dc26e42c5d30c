import { sql } from 'kysely'
import type { Arrival } from '#contract/operator/chains.ts'
import { readHeldMoney } from '#server/chain-check/held-money.ts'
import type { Database } from '#server/db/tables.ts'
import { PAID_COIN } from '#server/deposits/deposit-chain.ts'
import { amountOf, readCoins, storedArrivals } from './stored-arrivals.ts'

/** The arrivals that `npm run deposits -- list` names, the newest first. */
export async function listUnattributed(db: Database): Promise<Arrival[]> {
  const coins = await readCoins(db)
  const held = (await readHeldMoney(db, Infinity)).rows
  const names = new Set(held.map(({ name }) => name))
  const transfers = held.filter(({ kind }) => kind !== 'skipped').map(({ name }) => name.split('/'))
  const [chains, txIds] = [transfers.map(([chain]) => chain), transfers.map(([, txId]) => txId)]
  const stored = await storedArrivals(
    db,
    coins,
    sql`(chain, tx_id) in (select * from unnest(${chains}::text[], ${txIds}::text[]))`,
  )
  const skipped = held
    .filter(({ kind }) => kind === 'skipped')
    .map(({ name, amount, at }): Arrival => {
      const [chain = '', to = ''] = name.split('/')
      return {
        chain,
        txId: '',
        at: at?.toISOString() ?? null,
        coin: PAID_COIN,
        amount: amountOf(coins, PAID_COIN, amount),
        from: null,
        to,
        state: 'held',
        uid: null,
        advice: `The address was given out before this database was restored. Settle it with the player, then: npm run deposits -- close ${name} --amount=${amount} --why <reason>.`,
      }
    })
  const listed = stored.filter(({ name }) => names.has(name)).map(({ arrival }) => arrival)
  return [...listed, ...skipped].toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
}
