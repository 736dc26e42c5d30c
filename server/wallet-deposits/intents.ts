import type { Insertable, Selectable } from 'kysely'
import type { EvmAddress } from '#contract/values.ts'
import { MOST_PRACTICE_USD, type WalletDeposit } from '#contract/wallet-deposits.ts'
import { withChecksum } from '#contract/evm-checksum.ts'
import { Refusal } from '#server/base/refusal.ts'
import { lockAccount } from '#server/identity/account-row.ts'
import { assertReceivable } from '#server/coins/coins.queries.ts'
import { fromDecimal, toDecimal } from '#server/coins/units.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { depositsWithCoins, toDeposit } from '#server/deposits/deposit-rows.ts'
import { depositedCents } from '#server/deposits/deposited-cents.ts'
import { isSameOrder, openCents, worthInCents } from '#server/deposits/open-cents.ts'
import type { Rates } from '#server/rates/rates.ts'
import { assertMayPlay } from '#server/responsible-play/play-breaks.ts'
import { assertWithinLimits } from '#server/responsible-play/play-limits.ts'
import { lockPlayer } from '#server/responsible-play/player-ways.ts'
import { holderOn } from '#server/identity/wallet-owners.ts'
import { fromLedger, readPosition, tokenOf, type EvmDepositChain } from './evm-deposit-chain.ts'
import { depositsOf, isFollowed } from '#server/deposits/intent-groups.ts'

type Intent = Selectable<Tables['deposit_intent']>
type Chains = readonly EvmDepositChain[]

const LISTED = 10
const MAX_PENDING = 10
const MAX_PRACTICE_CENTS = BigInt(MOST_PRACTICE_USD) * 100n
const TRANSFER_CALL = '0xa9059cbb'

export interface AskedDeposit {
  readonly chainId: number
  readonly coin: string
  /** Decimal, validated by the contract. */
  readonly amount: string
  readonly sender: EvmAddress
  readonly receives: string
  readonly idempotencyKey: string
}

/**
 * Stores what a player is about to send. The wallet must be linked to the account, so that the credited player has signed
 * with it.
 * @throws Refusal `wallet_chain_unsupported`, `bad_request`, `wallet_not_linked`, `break_active`,
 * `wallet_practice_limit`, `limit_reached`, `conflict` for a key of another request or for too many pending intents,
 * `unavailable` before the chain is watched
 */
export async function openIntent(
  {
    db,
    chains,
    rates,
  }: { readonly db: Database; readonly chains: Chains; readonly rates: Pick<Rates, 'convert'> },
  { uid, asked, now }: { readonly uid: number; readonly asked: AskedDeposit; readonly now: number },
): Promise<WalletDeposit> {
  const chain = chains.find(({ chainId }) => chainId === asked.chainId)
  if (!chain) throw new Refusal('wallet_chain_unsupported', 'No deposits come from that chain')
  const token = chain.tokens.find(({ coin }) => coin === asked.coin)
  if (!token) throw new Refusal('bad_request', 'That coin is not taken there', { fields: ['coin'] })
  const decimals = token.ledgerDecimals
  if ((asked.amount.split('.')[1] ?? '').length > decimals) {
    throw new Refusal('bad_request', `The coin has ${decimals} decimals`, { fields: ['amount'] })
  }
  const amount = fromDecimal(asked.amount, decimals)
  const rawAmount = fromLedger(amount, token)
  if (rawAmount < token.minimum) {
    throw new Refusal('bad_request', 'That is below the minimum', { fields: ['amount'] })
  }
  const openedNonce = await nonceBefore(chain, asked.sender)
  const at = new Date(now)
  const row: Insertable<Tables['deposit_intent']> & { contract: EvmAddress | null } = {
    account_id: uid,
    idempotency_key: asked.idempotencyKey,
    chain: chain.chain,
    coin: token.coin,
    sender: asked.sender,
    recipient: chain.recipient,
    contract: token.contract,
    amount: `${amount}`,
    raw_amount: `${rawAmount}`,
    receive_coin: asked.receives,
    created_at: at,
    updated_at: at,
    opened_nonce: openedNonce,
    looked_nonce: openedNonce,
  }
  const stored = await db.transaction().execute(async (trx) => {
    await lockPlayer(trx, uid)
    const before = await trx
      .selectFrom('deposit_intent')
      .selectAll()
      .where('account_id', '=', uid)
      .where('idempotency_key', '=', asked.idempotencyKey)
      .executeTakeFirst()
    // Check an unsent intent again: a break or a limit may have started since.
    if (before && (before.status !== 'waiting' || !isSameOrder(before, row))) return before
    await assertLinked(trx, uid, asked.sender, chain.chainId)
    // Without a position a payment would not be found.
    const position = await readPosition(trx, chain.chain)
    if (!position) throw new Refusal('unavailable', 'It is not watched yet')
    await assertBelowPendingLimit(trx, uid, now)
    if (asked.receives !== token.coin) await assertReceivable(trx, asked.receives)
    await assertMayPlay(trx, uid, now)
    const worth = await worthInCents(trx, rates, { coin: token.coin, amount })
    if (chain.practice && worth > MAX_PRACTICE_CENTS) {
      throw new Refusal('wallet_practice_limit', 'One payment of practice money brings less than that')
    }
    const cents = worth + (await openCents(trx, rates, { uid, now, order: row }))
    await assertWithinLimits(trx, uid, 'deposit', cents, await depositedCents(trx, uid, now))
    if (!before) {
      return trx
        .insertInto('deposit_intent')
        .values({ ...row, opened_block: await newestBlock(trx, chain), looked_block: String(position.block) })
        .returningAll()
        .executeTakeFirstOrThrow()
    }
    return trx
      .updateTable('deposit_intent')
      .set({ created_at: at, updated_at: at })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  if (!isSameOrder(stored, row)) {
    throw new Refusal('conflict', 'That key was used for another deposit')
  }
  return (await withDeposits(db, chains, [stored]))[0] ?? missing()
}

/** As of the last round. */
async function newestBlock(trx: Database, { chain }: EvmDepositChain): Promise<string> {
  const watched = trx.selectFrom('chain_watch').select('head_block').where('chain', '=', chain)
  return (await watched.executeTakeFirstOrThrow()).head_block
}

const NODE_TIMEOUT_MS = 2_000

/** The wallet's nonce, which identifies the payment; null when the node does not answer in time. */
async function nonceBefore(
  { source, practice }: EvmDepositChain,
  sender: EvmAddress,
): Promise<string | null> {
  if (practice) return null
  const late = new Promise<null>((resolve) => setTimeout(resolve, NODE_TIMEOUT_MS, null).unref())
  const count = await Promise.race([source.nonceAt(sender).catch(() => null), late])
  return count === null ? null : String(count)
}

export async function listIntents(db: Database, chains: Chains, uid: number): Promise<WalletDeposit[]> {
  const rows = await db
    .selectFrom('deposit_intent')
    .selectAll()
    .where('account_id', '=', uid)
    .where('status', '!=', 'waiting')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()
  return withDeposits(db, chains, rows)
}

interface IntentReport {
  readonly uid: number
  readonly id: string
  /** Null when the wallet did not answer. */
  readonly txId: string | null
  readonly now: number
}

/**
 * Stores the transaction that a wallet sent. After a drop or a replacement, another one may be reported.
 * @throws Refusal `not_found`; `conflict` while another one is followed, or for too many pending intents
 */
export async function reportIntent(db: Database, chains: Chains, told: IntentReport): Promise<WalletDeposit> {
  const row = await db.transaction().execute((trx) => storeReport(trx, told))
  return (await withDeposits(db, chains, [row]))[0] ?? missing()
}

/** @throws Refusal like `reportIntent` */
export async function storeReport(trx: Database, { uid, id, txId, now }: IntentReport): Promise<Intent> {
  await lockAccount(trx, uid)
  const intent = await trx
    .selectFrom('deposit_intent')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', uid)
    .forUpdate()
    .executeTakeFirst()
  if (!intent) return missing()
  if (txId === null && intent.status !== 'waiting') return intent
  if (intent.status === 'sent' || intent.status === 'seen') {
    if (intent.tx_id === txId) return intent
    throw new Refusal('conflict', 'Another transaction of this deposit is followed')
  }
  await assertBelowPendingLimit(trx, uid, now)
  const at = new Date(now)
  return trx
    .updateTable('deposit_intent')
    .set({
      status: txId === null ? 'unanswered' : 'sent',
      tx_id: txId,
      nonce: null,
      sent_at: at,
      updated_at: at,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @throws Refusal `not_found` */
export async function readIntent(
  db: Database,
  chains: Chains,
  { uid, id }: { readonly uid: number; readonly id: string },
): Promise<{ readonly intent: Intent; readonly chain: EvmDepositChain }> {
  const intent = await db
    .selectFrom('deposit_intent')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', uid)
    .executeTakeFirst()
  const chain = chains.find((each) => each.chain === intent?.chain)
  return intent && chain ? { intent, chain } : missing()
}

function missing(): never {
  throw new Refusal('not_found', 'You have no such deposit')
}

/** Each pending intent costs requests to a node. @throws Refusal `conflict` */
async function assertBelowPendingLimit(trx: Database, uid: number, now: number): Promise<void> {
  const { n } = await trx
    .selectFrom('deposit_intent')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('account_id', '=', uid)
    .where(isFollowed(now, ['open', 'dropped']))
    .where((where) => where.not(where.exists(depositsOf(where).where('deposit.account_id', '=', uid))))
    .executeTakeFirstOrThrow()
  if (Number(n) >= MAX_PENDING) throw new Refusal('conflict', 'Too many payments are under way')
}

async function assertLinked(trx: Database, uid: number, address: EvmAddress, chainId: number): Promise<void> {
  if ((await holderOn(trx, address, chainId)) === uid) return
  throw new Refusal('wallet_not_linked', 'Link the wallet to your account first')
}

/** Omits intents on chains that are no longer configured. */
async function withDeposits(
  db: Database,
  chains: Chains,
  intents: readonly Intent[],
): Promise<WalletDeposit[]> {
  const txIds = intents.flatMap(({ tx_id }) => tx_id ?? [])
  const deposits =
    txIds.length === 0
      ? []
      : await depositsWithCoins(db).where('deposit.tx_id', 'in', txIds).orderBy('deposit.id').execute()
  return intents.flatMap((intent) => {
    const chain = chains.find((each) => each.chain === intent.chain)
    const token = chain && tokenOf(chain, intent.contract)
    if (!chain || !token) return []
    const deposit = deposits.find(
      (each) =>
        each.account_id === intent.account_id && each.chain === intent.chain && each.tx_id === intent.tx_id,
    )
    return [
      {
        id: intent.id,
        chainId: chain.chainId,
        isPractice: chain.practice !== null,
        // The deposit's state is newer than that of the intent.
        status: deposit && deposit.status !== 'dropped' ? ('seen' as const) : intent.status,
        coin: intent.coin,
        amount: toDecimal(BigInt(intent.amount), token.ledgerDecimals),
        sender: withChecksum(intent.sender),
        txId: intent.tx_id,
        explorerUrl:
          chain.explorerUrl === null || intent.tx_id === null
            ? null
            : `${chain.explorerUrl}/tx/${intent.tx_id}`,
        transaction: transactionOf(intent),
        deposit: deposit ? toDeposit(deposit) : null,
      },
    ]
  })
}

function transactionOf({ contract, recipient, raw_amount }: Intent): WalletDeposit['transaction'] {
  const amount = BigInt(raw_amount).toString(16)
  if (contract === null) return { to: withChecksum(recipient), value: `0x${amount}`, data: '0x' }
  const words = [recipient.slice(2), amount].map((word) => word.padStart(64, '0'))
  return { to: withChecksum(contract), value: '0x0', data: TRANSFER_CALL + words.join('') }
}
