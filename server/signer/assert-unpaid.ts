import { SourceBusyError } from '#server/chains/tron-source.ts'
import type { Database } from '#server/db/tables.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { NodeUnavailable, RpcFailure } from '#server/chains/chain-node.ts'
import { PersonNeededError, type ChainSender } from './chain-sender.ts'
import { signedOf, type Attempt } from './close-attempts.ts'
import type { SignerKey } from './signer-key.ts'
import { isAccountedFor } from './wallet-decisions.ts'

interface Asking {
  readonly db: Database
  readonly senders: readonly ChainSender[]
  readonly key: Pick<SignerKey, 'isSealed'>
}

/** Pages of blocks that one command searches: some thousand blocks. */
const MOST_PAGES = 200

export const attemptsOf = (db: Database, id: string): Promise<Attempt[]> =>
  db.selectFrom('withdrawal_transaction').selectAll().where('withdrawal_id', '=', id).orderBy('id').execute()

/**
 * Asks the chain if one of these attempts has paid, or may still pay, regardless of the database.
 * @throws StartupError for the operator, unless all are proven never to pay
 */
export async function assertUnpaid(
  { db, senders, key }: Asking,
  {
    id,
    chain,
    attempts,
  }: { readonly id: string; readonly chain: string; readonly attempts: readonly Attempt[] },
): Promise<void> {
  const stays = `the money of withdrawal ${id} is not given back`
  const sender = senders.find((each) => each.chain === chain)
  if (!sender) throw new StartupError(`${chain} is no chain of this signer's configuration: ${stays}.`)
  try {
    // Read the final head first, so that an attempt without an outcome is missing at this block.
    const final = await sender.finalHead()
    for (const attempt of attempts) {
      const name = `Transaction ${attempt.tx_id} of it`
      const outcome = await sender.outcome(signedOf(attempt))
      if (outcome?.isFinal && !outcome.hasSucceeded) continue
      if (outcome) {
        throw new StartupError(
          `${name} is on ${chain}, so it has paid or is about to: ${stays}. Once it is final, \`npm run signer -- recover ${chain} ${attempt.tx_id} ${id}\` books it as paid.`,
        )
      }
      if (attempt.outcome === null) {
        throw new StartupError(`${name} is still followed: ${stays}. Let the signer run until it is settled.`)
      }
      if (attempt.sender !== null && attempt.sender !== sender.address) {
        throw new StartupError(
          `${name} was signed by another key, ${attempt.sender}, and may still pay: ${stays}. Say it again with that key.`,
        )
      }
      const proof = await search(() => sender.proveOver([signedOf(attempt)], final))
      if (proof === 'goes on') {
        throw new StartupError(
          `${chain} does not show in the blocks that were looked through what has used the number of transaction ${attempt.tx_id}: ${stays}. Say it again with a node that keeps the state of old blocks.`,
        )
      }
      if (!proof) {
        throw new StartupError(
          `${chain} does not show yet that transaction ${attempt.tx_id} can never pay: ${stays}. Say it again in some minutes.`,
        )
      }
      if (proof.usedBy !== null && !(await isAccountedFor({ db, sender, key }, proof.usedBy))) {
        throw new StartupError(
          `${proof.usedBy} has used the number of transaction ${attempt.tx_id} on ${chain}, and the database does not know it: ${stays}. \`npm run signer -- recover\` first.`,
        )
      }
    }
  } catch (error) {
    if (error instanceof PersonNeededError) throw new StartupError(`${error.message}: ${stays}.`)
    if (isSilent(error)) {
      throw new StartupError(
        `${chain} does not say now what became of the transactions signed for it: ${stays}. Say it again later.`,
      )
    }
    throw error
  }
}

async function search<T>(look: () => Promise<T | 'goes on'>): Promise<T | 'goes on'> {
  for (let page = 1; page < MOST_PAGES; page++) {
    const found = await look()
    if (found !== 'goes on') return found
  }
  return look()
}

const isSilent = (error: unknown) =>
  error instanceof NodeUnavailable || error instanceof RpcFailure || error instanceof SourceBusyError
