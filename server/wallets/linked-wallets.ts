import type { EvmAddress } from '#contract/values.ts'
import { withChecksum } from '#contract/evm-checksum.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import * as contract from '#contract/wallet.ts'
import { readAsks } from '#server/accounts/asks.ts'
import { lockAccountOf } from '#server/accounts/lock-session.ts'
import { prove } from '#server/accounts/prove.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { PlayerCaller } from '#server/identity/caller.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { endSessions } from '#server/identity/sessions.ts'
import { requireLoginMethod } from '#server/accounts/login-methods.ts'
import type { Database } from '#server/db/tables.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { holdLinkedWallet, holdUnlinkedWallet } from '#server/responsible-play/held-ways.ts'
import { isAnothersWay, walletWay } from '#server/responsible-play/player-ways.ts'
import type { ChainNodes } from '#server/chains/chain-nodes.ts'
import { handOutMessage, holdMessage, proveWallet } from './signed-message.ts'
import { keepWallet, wayOf, wayOfRow, waysOf } from '#server/identity/wallet-owners.ts'

const MAX_WALLETS = 20
/** Leaves room for the player's own wallets, if somebody with a stolen session links many for deposits. */
const MAX_DEPOSIT_WALLETS = 10

const LINK = 'wallet-link'
const DEPOSIT = 'wallet-deposit'

/**
 * Does not reveal who holds the wallet to somebody who has not signed with it.
 * @throws Refusal of `prove` and of what it returns; `wallet_chain_unsupported`; `conflict` for an account
 * with too many wallets
 */
export async function beginWalletLink(
  services: AccountServices,
  caller: PlayerCaller,
  body: ParsedRequest<typeof contract.beginWalletLink>['body'],
): Promise<{ message: string; expiresAt: string }> {
  const { uid } = caller.session
  if (!(await hasOnlyItsSession(services, uid, body.address))) {
    const proven = await prove(services, caller, { endpoint: contract.beginWalletLink, body })
    await proven.change((trx) => requireRoom(trx, uid, body.address, LINK))
  }
  return handOutMessage(services, caller, body, { purpose: LINK, uid })
}

/** For a wallet that only deposits. Needs no proof: it gives no access, and does not link two accounts as one player's. */
export async function beginDepositWallet(
  services: AccountServices,
  caller: PlayerCaller,
  body: ParsedRequest<typeof contract.beginDepositWallet>['body'],
): Promise<{ message: string; expiresAt: string }> {
  const { uid } = caller.session
  await requireRoom(services.db, uid, body.address, DEPOSIT)
  return handOutMessage(services, caller, body, { purpose: DEPOSIT, uid })
}

interface Linked {
  readonly signed: ParsedRequest<typeof contract.linkWallet>['body']
  /** `wallet-link` allows log-in, `wallet-deposit` only deposits. */
  readonly purpose: typeof LINK | typeof DEPOSIT
}

/**
 * Links a wallet by a signed message for this purpose. Renames a wallet that is linked already.
 * @throws Refusal of `proveWallet` and `keepWallet`, `conflict` for an account with too many wallets,
 * `wallet_proof_needed`, `break_active`
 */
export async function linkWallet(
  services: AccountServices,
  nodes: ChainNodes,
  caller: PlayerCaller,
  { signed: { label, ...signed }, purpose }: Linked,
): Promise<void> {
  const { db, secrets, limits, clock } = services
  const { session } = caller
  const { uid } = session
  const use = { purpose, uid } as const
  const logsIn = purpose === LINK
  await limits.take('login-address', session.id)
  const wallet = await proveWallet(services, nodes, caller, signed, use)
  const { address } = wallet
  await db.transaction().execute(async (trx) => {
    const now = clock()
    const { email, locale } = await lockAccountOf(trx, session)
    const { useUp } = await holdMessage(trx, wallet, use, now)
    await useUp()
    await requireRoom(trx, uid, address, purpose)
    // `keepWallet` locks the address, so the holder cannot change until the end of the transaction.
    const isOwn = await keepWallet(trx, wallet, { uid, now, told: { label }, logsIn })
    // A thief with an open session must not apply a stranger's limits and breaks to this account.
    if (!logsIn && (await isAnothersWay(trx, uid, walletWay(secrets, wayOf(wallet))))) {
      throw new Refusal('wallet_proof_needed', 'Another account had this wallet: link it with the full proof')
    }
    await holdLinkedWallet(trx, secrets, waysOf(wallet), { uid, now, logsIn })
    if (isOwn) return
    if (logsIn) await endSessions(trx, uid, session.id)
    await queueMail(services, trx, {
      to: email,
      locale,
      kind: 'wallet-linked',
      values: { address: withChecksum(address), logsIn },
    })
  })
}

/** @throws Refusal of `prove` and of what it returns, `not_found`, `last_way_in` */
export async function unlinkWallet(
  services: AccountServices,
  caller: PlayerCaller,
  { params, body }: Pick<ParsedRequest<typeof contract.unlinkWallet>, 'params' | 'body'>,
): Promise<void> {
  const { secrets, clock } = services
  const { uid, id: sessionId } = caller.session
  const { address } = params
  const { chainId } = body
  const proven = await prove(services, caller, { endpoint: contract.unlinkWallet, params, body })
  const unlink: Parameters<typeof proven.change<void>>[0] = async (trx, account) => {
    const gone = await trx
      .deleteFrom('wallet')
      .where('address', '=', address)
      .where('account_id', '=', uid)
      .where(({ and, eb }) =>
        chainId === undefined
          ? eb('proven_by', 'is distinct from', 'contract')
          : and([eb('proven_by', '=', 'contract'), eb('chain_id', '=', String(chainId))]),
      )
      .returningAll()
      .executeTakeFirst()
    if (!gone) throw new Refusal('not_found', 'The account has no such wallet')
    await requireLoginMethod(trx, account)
    if (gone.logs_in) await holdUnlinkedWallet(trx, secrets, wayOfRow(gone), { uid, now: clock() })
    await endSessions(trx, uid, sessionId)
    const { email, locale } = account
    await queueMail(services, trx, {
      to: email,
      locale,
      kind: 'wallet-unlinked',
      values: { address: withChecksum(address) },
    })
  }
  await proven.change(unlink, { isRemoval: true })
}

/**
 * True when the player can prove nothing but the session, and signs again with a wallet from before `proven_by` was stored.
 * If it is a contract, it cannot log in until then.
 */
async function hasOnlyItsSession(
  { db, clock }: AccountServices,
  uid: number,
  address: EvmAddress,
): Promise<boolean> {
  const own = await db
    .selectFrom('wallet')
    .select('address')
    .where('account_id', '=', uid)
    .where('address', '=', address)
    .where('proven_by', 'is', null)
    .executeTakeFirst()
  if (!own) return false
  const { password, code, passkey, heldUntil } = await readAsks(db, uid, clock())
  return !password && !code && !passkey && heldUntil === null
}

/** @throws Refusal `conflict` when the account has too many wallets, unless this one is linked already */
async function requireRoom(
  db: Database,
  uid: number,
  address: EvmAddress,
  purpose: Linked['purpose'],
): Promise<void> {
  const rows = await db
    .selectFrom('wallet')
    .select(['address', 'logs_in'])
    .where('account_id', '=', uid)
    .execute()
  if (rows.some((row) => row.address === address)) return
  const payers = rows.filter((row) => !row.logs_in)
  if (rows.length < MAX_WALLETS && (purpose === LINK || payers.length < MAX_DEPOSIT_WALLETS)) return
  throw new Refusal('conflict', 'The account has enough wallets')
}
