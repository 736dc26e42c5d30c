import { operatorName } from '#server/base/operator-name.ts'
import { StartupError } from '#server/base/startup-error.ts'
import type { Config } from '#server/config/config.ts'
import { readDatabaseTime } from '#server/db/database-time.ts'
import type { Database } from '#server/db/tables.ts'
import { withDatabase } from '#server/db/with-database.ts'
import { openDepositChain } from '#server/deposits/deposit-chain.ts'
import { keepRead } from '#server/identity/operator-log.ts'
import { openEvmDepositChains } from '#server/wallet-deposits/evm-deposit-chain.ts'
import { assignTransfer, closeArrival, DeskRefusal, rescanEvm, rescanTron } from './arrivals-desk.ts'
import { readDifferences } from './differences.ts'
import { readHeldMoney } from './held-money.ts'

export type DepositsCommand =
  | { readonly command: 'list' }
  | { readonly command: 'rescan'; readonly chain: string; readonly what: string }
  | { readonly command: 'assign'; readonly name: string; readonly player: number }
  | {
      readonly command: 'close'
      readonly name: string
      readonly amount?: string | undefined
      readonly why: string
    }

/**
 * Executes an operator's command in the configured database, on PostgreSQL while the server runs.
 * @param write receives the report, line by line
 * @throws StartupError for the operator
 */
export async function runDeposits(
  config: Config,
  asked: DepositsCommand,
  write: (line: string) => void,
): Promise<void> {
  try {
    await withDatabase(config, (db) => answer(db, config, asked, write))
  } catch (error) {
    throw error instanceof DeskRefusal ? new StartupError(error.message) : error
  }
}

async function answer(
  db: Database,
  config: Config,
  asked: DepositsCommand,
  write: (line: string) => void,
): Promise<void> {
  const now = await readDatabaseTime(db)
  if (asked.command === 'list') {
    await keepRead(db, { name: operatorName() }, { action: 'deposits list', what: {} }, now)
    return list(db, write)
  }
  if (asked.command === 'assign') {
    const isNew = await assignTransfer(db, { ...asked, now })
    write(isNew ? `Given to player ${asked.player}: the server credits it.` : 'This was decided before.')
    return
  }
  if (asked.command === 'close') {
    const isNew = await closeArrival(db, { ...asked, now })
    write(isNew ? 'Closed.' : `Nothing open has the name ${asked.name}.`)
    return
  }
  const clock = () => now
  const tron = await openDepositChain(db, config.tron, clock)
  const evm = await openEvmDepositChains(db, config.evm, clock)
  const chain = evm.find((each) => each.chain === asked.chain)
  const isTron = asked.chain === tron.network.chain
  if (!chain && !isTron) {
    const names = [tron.network.chain, ...evm.map((each) => each.chain)]
    throw new DeskRefusal(`There is no chain ${asked.chain}: there are ${names.join(', ')}.`)
  }
  const { what } = asked
  const found = chain ? await rescanEvm(db, chain, { what, now }) : await rescanTron(db, tron, { what, now })
  write(`Read ${found} transfers. Missing ones are recorded, and the server credits them.`)
}

/** Each line begins with the name that the other commands accept. */
export async function list(db: Database, write: (line: string) => void): Promise<void> {
  const held = await readHeldMoney(db, Infinity)
  write(`${held.count} transfers were credited to nobody.`)
  for (const line of held.lines) write(`  ${line}`)
  const differences = await readDifferences(db)
  write(`${differences.length} balances of the house are not explained.`)
  for (const { chain, address, contract, difference, unsettled_since, ...settled } of differences) {
    const since = settled.settled_at?.toISOString() ?? `block ${settled.settled_block}`
    write(
      `  ${chain}/${address}/${contract}: ${difference} since ${since}, noticed ${unsettled_since.toISOString()}`,
    )
  }
}
