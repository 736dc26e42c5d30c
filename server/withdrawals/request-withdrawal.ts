import type { ParsedRequest } from '#contract/endpoint.ts'
import { isSameAddress } from '#contract/same-address.ts'
import { coinSymbol } from '#contract/values.ts'
import * as contract from '#contract/withdrawals.ts'
import type { Withdrawal, WithdrawalTerms } from '#contract/withdrawals.ts'
import { Refusal } from '#server/base/refusal.ts'
import { readAccount, type AccountRow } from '#server/identity/account-row.ts'
import { readAsks } from '#server/accounts/asks.ts'
import { prove } from '#server/accounts/prove.ts'
import type { PlayerCaller } from '#server/identity/caller.ts'
import type { AccountServices } from '#server/identity/services.ts'
import type { Database } from '#server/db/tables.ts'
import { fromDecimal, isExactly, toDecimal } from '#server/coins/units.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { balancesOf } from '#server/ledger/balances.ts'
import { LedgerError } from '#server/ledger/ledger-error.ts'
import { reserveWithdrawal } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import type { WithdrawalOption } from '#server/config/withdrawal-config.ts'
import { assertWhitelisted, readWhitelist } from './address-book.ts'
import { checkAddress } from './check-address.ts'
import { readWithdrawal, toWithdrawal, withdrawalsWithCoins } from './withdrawal-rows.ts'
import { sealOf } from './withdrawal-seal.ts'

type Body = ParsedRequest<typeof contract.requestWithdrawal>['body']

export async function readTerms(
  { db, config, clock }: AccountServices,
  uid: number,
): Promise<WithdrawalTerms[]> {
  const held = await balancesOf(db, uid)
  const now = clock()
  const { money_held_until: held_until } = await readAccount(db, uid)
  const shared = {
    asks: await readAsks(db, uid, now),
    waitsUntil: held_until && held_until.getTime() > now ? held_until.toISOString() : null,
    whitelist: await readWhitelist(db, uid, now),
  }
  return config.withdrawals.map(({ coin, chain, addresses, isPractice, decimals, fee, minimum }) => ({
    coin,
    chain,
    addresses,
    isPractice,
    decimals,
    ...shared,
    fee: toDecimal(fee, decimals),
    minimum: toDecimal(minimum, decimals),
    available: toDecimal(held.find((balance) => balance.coin === coin)?.available ?? 0n, decimals),
  }))
}

/**
 * Reserves the money and queues the withdrawal, in one transaction. Time-outs and self-exclusion do not block
 * withdrawals. Idempotent.
 * @throws Refusal every code of the endpoint
 */
export async function requestWithdrawal(
  services: AccountServices,
  caller: PlayerCaller,
  body: Body,
): Promise<Withdrawal> {
  const { db, config, limits } = services
  const { uid, id: sessionId } = caller.session
  const known = await findRequest(db, uid, body)
  if (known) return known
  await limits.take('withdrawal', sessionId)
  const option = checkTerms(services, body)
  const { addresses } = option
  const address = await checkAddress(db, config, { address: body.address, addresses })
  const proven = await prove(services, caller, { endpoint: contract.requestWithdrawal, body })
  try {
    return await proven.change(
      (trx, account) => reserve(trx, services, account, { option, address, body }),
      // A concurrent repetition waits for the lock. By then the first call has used up the proof.
      { already: (trx) => findRequest(trx, uid, body) },
    )
  } catch (error) {
    if (!(error instanceof LedgerError) || error.code !== 'insufficient_funds') throw error
    throw new Refusal('insufficient_funds', 'There is less than that')
  }
}

interface Checked {
  readonly option: WithdrawalOption
  /** In its stored form. */
  readonly address: string
  readonly body: Body
}

async function reserve(
  trx: Database,
  services: AccountServices,
  { id: uid, email, locale, money_held_until }: AccountRow,
  { option, address, body }: Checked,
): Promise<Withdrawal> {
  const { clock, secrets } = services
  const now = clock()
  const { coin, chain, decimals, fee } = option
  const { idempotencyKey } = body
  if (money_held_until !== null && money_held_until.getTime() > now) {
    throw new Refusal('withdrawal_waits', 'The e-mail address was changed less than a day ago')
  }
  await assertNothingOwed(trx, uid, coin)
  await assertWhitelisted(trx, uid, { chain, address, now })
  const amount = fromDecimal(body.amount, decimals)
  const at = new Date(now)
  const asked = {
    account_id: uid,
    idempotency_key: idempotencyKey,
    coin,
    chain,
    address,
    amount: `${amount}`,
    fee: `${fee}`,
    requested_at: at,
  }
  const { id } = await trx
    .insertInto('withdrawal')
    .values({ ...asked, seal: sealOf(secrets, asked), status: 'queued', updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await postTransaction(trx, reserveWithdrawal({ player: uid, coin, amount, withdrawal: id }), now)
  const made = await readWithdrawal(trx, uid, id)
  if (!made) throw new Error(`Withdrawal ${id} is gone`)
  const values = {
    amount: made.amount,
    symbol: coinSymbol(coin),
    network: networkOf(services, chain),
    address,
  }
  await queueMail(services, trx, { to: email, locale, kind: 'withdrawal-asked', values })
  return made
}

/** @throws Refusal `withdrawal_held` */
export async function assertNothingOwed(trx: Database, uid: number, coin: string): Promise<void> {
  const debt = await trx
    .selectFrom('provider_debt')
    .select('amount')
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('coin', '=', coin)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  if (debt) throw new Refusal('withdrawal_held', 'A win that was taken back is not settled yet')
}

/** @throws Refusal `conflict` when the key was used for another withdrawal */
async function findRequest(db: Database, uid: number, body: Body): Promise<Withdrawal | null> {
  const row = await withdrawalsWithCoins(db)
    .where('withdrawal.account_id', '=', uid)
    .where('withdrawal.idempotency_key', '=', body.idempotencyKey)
    .executeTakeFirst()
  if (!row) return null
  const isSame =
    row.coin === body.coin &&
    row.chain === body.chain &&
    isSameAddress(row.address, body.address) &&
    isExactly(body.amount, BigInt(row.amount), row.decimals) &&
    isExactly(body.fee, BigInt(row.fee), row.decimals)
  if (!isSame) throw new Refusal('conflict', 'That key was used for another withdrawal')
  return toWithdrawal(row)
}

/** @throws Refusal `bad_request`, `conflict` for another fee, `withdrawal_too_small` */
function checkTerms({ config }: AccountServices, { coin, chain, amount, fee }: Body): WithdrawalOption {
  const wrong = (fields: string[]) =>
    new Refusal('bad_request', `Not valid: ${fields.join(', ')}`, { fields })
  const option = config.withdrawals.find((each) => each.coin === coin && each.chain === chain)
  if (!option) throw wrong(['coin'])
  const { decimals } = option
  if ((amount.split('.')[1]?.length ?? 0) > decimals) throw wrong(['amount'])
  if (fee !== toDecimal(option.fee, decimals)) {
    throw new Refusal('conflict', 'The fee is another one by now')
  }
  if (fromDecimal(amount, decimals) < option.minimum) {
    throw new Refusal('withdrawal_too_small', 'That is less than the smallest withdrawal')
  }
  return option
}

/** Display name. */
function networkOf({ config }: AccountServices, chain: string): string {
  const id = config.evm.find((each) => each.chain === chain)?.chainId
  return config.chains.find((each) => each.id === id)?.name ?? 'TRON'
}
