import type { ParsedRequest } from '#contract/endpoint.ts'
import type * as contract from '#contract/wallet.ts'
import { checkSecondFactor } from '#server/accounts/totp-codes.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { AccountRow } from '#server/identity/account-row.ts'
import { completeLogin } from '#server/accounts/complete-login.ts'
import { shareOf, takeAtSource } from '#server/accounts/limit-shares.ts'
import { writeLoginEvent } from '#server/accounts/login-events.ts'
import { inviterOf, openAccount } from '#server/accounts/open-account.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { openSession } from '#server/identity/sessions.ts'
import type { Database } from '#server/db/tables.ts'
import { isExcludedWallet } from '#server/responsible-play/excluded-wallet.ts'
import { keepWay, walletWay } from '#server/responsible-play/player-ways.ts'
import { addFriend } from '#server/rewards/friends.ts'
import type { ChainNodes } from '#server/chains/chain-nodes.ts'
import { readSignInMessage } from './sign-in-message.ts'
import { holdMessage, proveWallet, type ProvenWallet } from './signed-message.ts'
import { holderOn, keepWallet, ownerOf, wayOf, waysOf } from '#server/identity/wallet-owners.ts'

type Body = ParsedRequest<typeof contract.loginWithWallet>['body']
/** `moved`: the wallet's holder has just changed, so the log-in is retried. */
type Tried = { readonly token: string } | { readonly failure: Refusal } | 'moved'

const LOGIN = { purpose: 'wallet-login', uid: null } as const
/** Each retry means that a concurrent call linked, unlinked or closed something. */
const MAX_LOOKS = 3

/**
 * Logs in the holder of the wallet, or opens an account, and returns the session token. Until that succeeds, the same signed
 * message can be sent again with missing fields added.
 * @throws Refusal of `proveWallet` and `ownerOf`, `rate_limited`, `wallet_unknown`, `totp_required`,
 * `totp_invalid`, `referral_code_unknown`, `break_active`
 */
export async function logInWithWallet(
  services: AccountServices,
  nodes: ChainNodes,
  body: Body,
  caller: Caller,
): Promise<string> {
  const { db, limits } = services
  await takeAtSource(services, 'login', caller)
  const wallet = await proveWallet(services, nodes, caller, body, LOGIN).catch(async (error: unknown) => {
    const isForged = error instanceof Refusal && error.code === 'wallet_signature_wrong'
    if (isForged) await writeForgery(services, body.message, caller)
    throw error
  })
  // Count only after verification, so that nobody else can use up the wallet's limit.
  const way = wayOf(wallet)
  await limits.take('login-wallet', way)
  for (let look = 0; look < MAX_LOOKS; look++) {
    const uid = await ownerOf(db, wallet)
    const tried =
      uid === null
        ? await open(services, wallet, body, caller)
        : await enter(services, wallet, { uid, body, caller })
    if (tried === 'moved') continue
    if ('failure' in tried) throw tried.failure
    await limits.forget('login-wallet', way)
    return tried.token
  }
  throw new Refusal('unavailable', 'The wallet changes hands again and again')
}

interface Entering {
  readonly uid: number
  readonly body: Body
  readonly caller: Caller
}

async function enter(
  services: AccountServices,
  wallet: ProvenWallet,
  { uid, body, caller }: Entering,
): Promise<Tried> {
  const { db, limits, clock } = services
  const stepKey = uid + (await shareOf(services, uid, caller)).suffix
  if (body.code !== undefined) await limits.take('second-step', stepKey)
  // Failures are returned, because throwing would roll back the log-in events.
  const tried = await db.transaction().execute(async (trx): Promise<Tried> => {
    const now = clock()
    const { useUp } = await holdMessage(trx, wallet, LOGIN, now)
    const account = await lockOwner(trx, wallet, uid)
    if (!account) return 'moved'
    const failure = await refuseSecondStep(services, trx, account, { uid, body, caller })
    if (failure) return { failure }
    await useUp()
    const told = { last_used_at: new Date(now), ...(body.label !== '' && { label: body.label }) }
    await keepWallet(trx, wallet, { uid, now, told, logsIn: true })
    return { token: await completeLogin(services, trx, account, { method: 'wallet', caller }) }
  })
  if (tried !== 'moved' && 'token' in tried) await limits.forget('second-step', stepKey)
  return tried
}

/** Null when the account is closed or no longer has the wallet. */
async function lockOwner(trx: Database, wallet: ProvenWallet, uid: number): Promise<AccountRow | null> {
  const account = await trx
    .selectFrom('account')
    .selectAll()
    .where('id', '=', uid)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return account && (await ownerOf(trx, wallet)) === uid ? account : null
}

async function refuseSecondStep(
  services: AccountServices,
  trx: Database,
  account: AccountRow,
  { uid, body, caller }: Entering,
): Promise<Refusal | null> {
  const event = { method: 'wallet', caller, now: services.clock() } as const
  switch (await checkSecondFactor(trx, services, account, body.code)) {
    case 'ok':
      return null
    case 'required':
      await writeLoginEvent(trx, uid, { ...event, outcome: 'refused' })
      return new Refusal('totp_required', 'A code of the authenticator is needed too')
    case 'invalid':
      await writeLoginEvent(trx, uid, { ...event, outcome: 'wrong_code' })
      return new Refusal('totp_invalid', 'The code is wrong or was used before')
  }
}

async function open(
  services: AccountServices,
  wallet: ProvenWallet,
  { isAdult, nickname, referralCode, locale, label }: Body,
  caller: Caller,
): Promise<Tried> {
  const { db, secrets, clock, config } = services
  const ways = waysOf(wallet)
  if (await isExcludedWallet(db, secrets, ways, clock())) {
    throw new Refusal('break_active', 'The player of this wallet takes a break from play')
  }
  if (!isAdult) throw new Refusal('wallet_unknown', 'No account has this wallet')
  const invitedBy = await inviterOf(db, referralCode)
  const token = await db
    .transaction()
    .execute(async (trx) => {
      const now = clock()
      const { useUp } = await holdMessage(trx, wallet, LOGIN, now)
      const account = { nickname, locale, invited_by: invitedBy }
      const uid = await openAccount(trx, account, { mode: config.mode, now })
      if (uid === null) throw new WalletMoved()
      const told = { label, last_used_at: new Date(now) }
      await keepWallet(trx, wallet, { uid, now, told, logsIn: true })
      await keepWay(trx, uid, walletWay(secrets, wayOf(wallet)))
      // Check again: the wallet may have been on an excluded account until now.
      if (await isExcludedWallet(trx, secrets, ways, now)) throw new WalletMoved()
      await useUp()
      const login = { method: 'wallet', caller, now } as const
      await writeLoginEvent(trx, uid, { ...login, outcome: 'ok' })
      if (invitedBy !== null) await addFriend(trx, { inviter: invitedBy, friend: uid, now })
      return openSession(trx, uid, login)
    })
    .catch((error: unknown) => {
      const isTaken = error instanceof Refusal && error.code === 'wallet_taken'
      if (isTaken || error instanceof WalletMoved) return null
      throw error
    })
  return token === null ? 'moved' : { token }
}

/** Rolls back a new account whose wallet another account has just taken. */
class WalletMoved extends Error {}

/** Shows the failed attempt to the wallet's player. */
async function writeForgery({ db, clock }: AccountServices, message: string, caller: Caller): Promise<void> {
  const read = readSignInMessage(message)
  const uid = read && (await holderOn(db, read.address, read.chainId))
  await writeLoginEvent(db, uid, { method: 'wallet', outcome: 'refused', caller, now: clock() })
}
