import type { TronNetwork } from '#server/chains/tron-network.ts'
import type { Database } from '#server/db/tables.ts'
import { StartupError } from '#server/base/startup-error.ts'

const USES: Readonly<Record<TronNetwork['chain'], string>> = {
  tron: 'with real money',
  'tron-nile': 'with money of the test network Nile',
  'tron-practice': 'with practice money',
}

/**
 * Binds a database to one kind of money. Otherwise one start without `KOI_MODE=live` would give players practice money
 * that the next start pays out for real.
 * @param description of the database, for the message
 * @throws StartupError when the database holds another kind of money
 */
export async function requireSameMoney(
  db: Database,
  { chain }: Pick<TronNetwork, 'chain'>,
  description: string,
): Promise<void> {
  const others = (Object.keys(USES) as TronNetwork['chain'][]).filter((each) => each !== chain)
  const watched = db.selectFrom('chain_watch').select('chain')
  const addressed = db.selectFrom('deposit_address').select('chain')
  const other = await watched
    .where('chain', 'in', others)
    .union(addressed.where('chain', 'in', others))
    .limit(1)
    .executeTakeFirst()
  if (!other) return
  const was = USES[other.chain as TronNetwork['chain']]
  throw new StartupError(
    `${description} has been used ${was}, and this start is ${USES[chain]}: set KOI_MODE and TRON_NETWORK as they were, or DATABASE_URL or DATA_DIR to where another database is.`,
  )
}
