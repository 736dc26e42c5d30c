import { randomBytes } from 'node:crypto'
import { withChecksum } from '#contract/evm-checksum.ts'
import type { EvmAddress } from '#contract/values.ts'
import { CHALLENGE_MS, keepChallenge } from '#server/accounts/challenges.ts'
import { takeAtSource } from '#server/accounts/limit-shares.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Caller } from '#server/identity/caller.ts'
import { sha256 } from '#server/identity/secrets.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { siteOrigin } from '#server/accounts/site-origin.ts'
import type { Database } from '#server/db/tables.ts'
import type { ChainNodes } from '#server/chains/chain-nodes.ts'
import { composeSignInMessage, type MessageUse, readSignInMessage } from './sign-in-message.ts'
import { signatoryOf } from './signature.ts'
import type { WalletProof } from '#server/identity/wallet-owners.ts'

interface Signed {
  readonly message: string
  readonly signature: string
}

/** A wallet with a verified signature on a valid message. */
export interface ProvenWallet extends WalletProof {
  /** Hash of the message, which can be used once. */
  readonly challenge: string
}

/** A hash of the whole text, so that every byte must match. */
const challengeOf = (message: string) => sha256(message).toString('hex')

/** @throws Refusal `wallet_chain_unsupported`, `rate_limited` */
export async function handOutMessage(
  services: AccountServices,
  caller: Caller,
  { address, chainId }: { address: EvmAddress; chainId: number },
  use: MessageUse,
): Promise<{ message: string; expiresAt: string }> {
  const { db, limits, clock } = services
  if (use.uid === null) await takeAtSource(services, 'challenge', caller)
  else await limits.take('challenge-address', `player:${use.uid}`)
  requireChain(services, chainId)
  const now = clock()
  const expiresAt = new Date(now + CHALLENGE_MS)
  const message = composeSignInMessage({
    origin: siteOrigin(services, caller),
    address: withChecksum(address),
    use,
    chainId,
    nonce: randomBytes(16).toString('hex'),
    issuedAt: new Date(now),
    expiresAt,
  })
  await keepChallenge(db, { challenge: challengeOf(message), ...use }, now)
  return { message, expiresAt: expiresAt.toISOString() }
}

/**
 * Verifies a signed message of this server. Reveals nothing about accounts. Deletes the message only when its signature is
 * wrong.
 * @throws Refusal `wallet_message_invalid`, `wallet_domain_wrong`, `wallet_chain_unsupported`,
 * `wallet_message_expired`, `wallet_message_used`, `wallet_chain_unavailable`, `wallet_signature_wrong`
 */
export async function proveWallet(
  services: AccountServices,
  nodes: ChainNodes,
  caller: Caller,
  { message, signature }: Signed,
  use: MessageUse,
): Promise<ProvenWallet> {
  const { db, clock } = services
  const read = readSignInMessage(message)
  if (!read) throw new Refusal('wallet_message_invalid', 'This is no message of this server')
  const origin = siteOrigin(services, caller)
  if (read.uri !== origin || read.domain !== new URL(origin).host) {
    throw new Refusal('wallet_domain_wrong', 'The message was made for another site')
  }
  requireChain(services, read.chainId)
  const now = clock()
  if (read.expiresAt <= now) throw new Refusal('wallet_message_expired', 'The message is too old')
  const challenge = challengeOf(message)
  if (!(await unusedMessage(db, challenge, use, now).executeTakeFirst())) throw usedBefore()

  const { address, chainId } = read
  const by = await signatoryOf({ message, signature, address }, nodes.get(chainId)).catch(
    (error: unknown) => {
      caller.logger.warn({ err: error, chainId }, 'a signature could not be checked')
      return 'unknown' as const
    },
  )
  if (by === 'unknown') {
    throw new Refusal('wallet_chain_unavailable', 'The chain of this wallet cannot be asked')
  }
  if (by === 'wrong') {
    await db.deleteFrom('challenge').where('challenge', '=', challenge).execute()
    throw new Refusal('wallet_signature_wrong', 'The signature is not that of the wallet')
  }
  return { address, by, chainId, challenge }
}

/**
 * Locks the message for this transaction. A concurrent use waits, and fails if `useUp` was called.
 * @throws Refusal `wallet_message_used`
 */
export async function holdMessage(
  trx: Database,
  { challenge }: ProvenWallet,
  use: MessageUse,
  now: number,
): Promise<{ useUp: () => Promise<void> }> {
  const row = await unusedMessage(trx, challenge, use, now).forUpdate().executeTakeFirst()
  if (!row) throw usedBefore()
  return {
    useUp: async () => void (await trx.deleteFrom('challenge').where('challenge', '=', challenge).execute()),
  }
}

const unusedMessage = (db: Database, challenge: string, { purpose, uid }: MessageUse, now: number) =>
  db
    .selectFrom('challenge')
    .select('challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('account_id', 'is not distinct from', uid)
    .where('expires_at', '>', new Date(now))

const usedBefore = () =>
  new Refusal('wallet_message_used', 'The message was used before, or not made by this server')

function requireChain({ config }: AccountServices, chainId: number): void {
  if (config.chains.some(({ id }) => id === chainId)) return
  throw new Refusal('wallet_chain_unsupported', 'This server does not serve the chain')
}
