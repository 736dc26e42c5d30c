import { withChecksum } from '#contract/evm-checksum.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import * as contract from '#contract/wallet.ts'
import { lockAccountOf } from '#server/accounts/lock-session.ts'
import { prove } from '#server/accounts/prove.ts'
import type { AccountServices } from '#server/accounts/services.ts'
import { endSessions } from '#server/accounts/sessions.ts'
import { requireWayIn } from '#server/accounts/ways-in.ts'
import type { Database } from '#server/db/tables.ts'
import { ApiFailure } from '#server/http/api-failure.ts'
import type { PlayerCaller } from '#server/http/caller.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { holdLinkedWallet, holdUnlinkedWallet } from '#server/responsible-play/held-ways.ts'
import type { ChainNodes } from './chain-nodes.ts'
import { handOutMessage, holdMessage, proveWallet } from './signed-message.ts'

/** More than a player has wallets. */
const MAX_WALLETS = 20

/**
 * @throws ApiFailure of `prove` and of what it returns; `wallet_chain_unsupported`, `wallet_taken` and `conflict`
 * for an account with many wallets, before anything is signed in vain
 */
export async function beginWalletLink(
  services: AccountServices,
  caller: PlayerCaller,
  body: ParsedRequest<typeof contract.beginWalletLink>['body'],
): Promise<{ message: string; expiresAt: string }> {
  const { uid } = caller.session
  const proven = await prove(services, caller, { endpoint: contract.beginWalletLink, body })
  await proven.change((trx) => requireRoom(trx, uid, body.address))
  return handOutMessage(services, caller, body, { purpose: 'wallet-link', uid })
}

/**
 * Links a wallet, which can log in from then on. One that is linked already is called anew.
 * @throws ApiFailure whatever `proveWallet` throws, `wallet_taken`, `conflict` for an account with many
 * wallets, `break_active`
 */
export async function linkWallet(
  services: AccountServices,
  nodes: ChainNodes,
  caller: PlayerCaller,
  { label, ...signed }: ParsedRequest<typeof contract.linkWallet>['body'],
): Promise<void> {
  const { db, secrets, limits, clock } = services
  const { session } = caller
  const { uid } = session
  const use = { purpose: 'wallet-link', uid } as const
  await limits.take('login-address', session.id)
  const wallet = await proveWallet(services, nodes, caller, signed, use)
  const { address } = wallet
  await db.transaction().execute(async (trx) => {
    const now = clock()
    const { email, locale } = await lockAccountOf(trx, session)
    const { useUp } = await holdMessage(trx, wallet, use, now)
    await useUp()
    const isOwn = await requireRoom(trx, uid, address)
    await holdLinkedWallet(trx, secrets, address, { uid, now })
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('wallet')
      .values({ address, account_id: uid, label, linked_at: new Date(now), last_used_at: null })
      .onConflict((conflict) =>
        conflict.column('address').doUpdateSet({ label }).where('wallet.account_id', '=', uid),
      )
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw taken()
    if (isOwn) return
    await endSessions(trx, uid, session.id)
    await queueMail(services, trx, {
      to: email,
      locale,
      kind: 'wallet-linked',
      values: { address: withChecksum(address) },
    })
  })
}

/** @throws ApiFailure of `prove` and of what it returns, `not_found`, `last_way_in` */
export async function unlinkWallet(
  services: AccountServices,
  caller: PlayerCaller,
  { params, body }: Pick<ParsedRequest<typeof contract.unlinkWallet>, 'params' | 'body'>,
): Promise<void> {
  const { secrets, clock } = services
  const { uid, id: sessionId } = caller.session
  const { address } = params
  const proven = await prove(services, caller, { endpoint: contract.unlinkWallet, params, body })
  const unlink: Parameters<typeof proven.change<void>>[0] = async (trx, account) => {
    const { numDeletedRows } = await trx
      .deleteFrom('wallet')
      .where('address', '=', address)
      .where('account_id', '=', uid)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw new ApiFailure('not_found', 'The account has no such wallet')
    await requireWayIn(trx, account)
    await holdUnlinkedWallet(trx, secrets, address, { uid, now: clock() })
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

/** Whether the account has the wallet already. @throws ApiFailure `wallet_taken`, `conflict` */
async function requireRoom(db: Database, uid: number, address: string): Promise<boolean> {
  const rows = await db
    .selectFrom('wallet')
    .select(['address', 'account_id'])
    .where((where) => where.or([where('account_id', '=', uid), where('address', '=', address)]))
    .execute()
  const found = rows.find((row) => row.address === address)
  if (found && found.account_id !== uid) throw taken()
  if (!found && rows.length >= MAX_WALLETS) throw new ApiFailure('conflict', 'The account has enough wallets')
  return found !== undefined
}

const taken = () => new ApiFailure('wallet_taken', 'Another account has this wallet')
