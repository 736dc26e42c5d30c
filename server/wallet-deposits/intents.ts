import type { Insertable, Selectable } from 'kysely'
import type { EvmAddress } from '#contract/values.ts'
import { MOST_PRACTICE_USD, type WalletDeposit } from '#contract/wallet-deposits.ts'
import { withChecksum } from '#contract/evm-checksum.ts'
import { Refusal } from '#server/base/refusal.ts'
import { lockAccount } from '#server/identity/account-row.ts'
import { assertReceivable } from '#server/coins/assert-receivable.ts'
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
import { fromLedger, tokenOf, type EvmDepositChain } from './evm-deposit-chain.ts'
import { readPosition } from './evm-position.ts'
import { depositsOf, isFollowed } from '#server/deposits/intent-groups.ts'

type Intent = Selectable<Tables['deposit_intent']>
type Chains = readonly EvmDepositChain[]

/** Newest of the list. */
const LISTED = 10
/** Transactions of a player that have brought nothing yet and are asked about. */
const MAX_UNDER_WAY = 10
const MOST_PRACTICE_CENTS = BigInt(MOST_PRACTICE_USD) * 100n
/** `transfer(address,uint256)` */
const TRANSFER_CALL = '0xa9059cbb'

export interface AskedDeposit {
  readonly chainId: number
  readonly coin: string
  /** Decimal, as the contract lets it through. */
  readonly amount: string
  readonly sender: EvmAddress
  readonly receives: string
  readonly idempotencyKey: string
}

/**
 * Remembers what a player is about to send. The wallet has to be linked to the account, so that whoever is
 * credited has signed with it.
 * @throws Refusal `wallet_chain_unsupported`, `bad_request`, `wallet_not_linked`, `break_active`,
 * `wallet_practice_limit`, `limit_reached`, `conflict` for a key that was used for something else or when too many
 * are under way, `unavailable` before the chain is watched
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
  const openedNonce = await sentBefore(chain, asked.sender)
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
    // What was asked once and not sent is asked anew: a break or a limit may have come since.
    if (before && (before.status !== 'waiting' || !isSameOrder(before, row))) return before
    await assertLinked(trx, uid, asked.sender, chain.chainId)
    // What is paid before there is a position nobody looks for.
    const position = await readPosition(trx, chain.chain)
    if (!position) throw new Refusal('unavailable', 'It is not watched yet')
    await assertFew(trx, uid, now)
    if (asked.receives !== token.coin) await assertReceivable(trx, asked.receives)
    await assertMayPlay(trx, uid, now)
    const worth = await worthInCents(trx, rates, { coin: token.coin, amount })
    if (chain.practice && worth > MOST_PRACTICE_CENTS) {
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

/** The chain's newest block, as it was read last. */
async function newestBlock(trx: Database, { chain }: EvmDepositChain): Promise<string> {
  const watched = trx.selectFrom('chain_watch').select('head_block').where('chain', '=', chain)
  return (await watched.executeTakeFirstOrThrow()).head_block
}

/** So long opening a payment waits for the node. */
const NODE_WITHIN_MS = 2_000

/** How many transactions a wallet has sent, so that the payment is known by its number; null when the node is silent. */
async function sentBefore({ source, practice }: EvmDepositChain, sender: EvmAddress): Promise<string | null> {
  if (practice) return null
  const late = new Promise<null>((resolve) => setTimeout(resolve, NODE_WITHIN_MS, null).unref())
  const count = await Promise.race([source.nonceAt(sender).catch(() => null), late])
  return count === null ? null : String(count)
}

/** The player's newest ones that were sent, or may have been. */
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

interface Told {
  readonly uid: number
  readonly id: string
  /** Null when the wallet was asked, and nobody knows what it did. */
  readonly txId: string | null
  readonly now: number
}

/**
 * Takes the transaction that a wallet sent, or may have. One that was dropped or replaced may be told anew.
 * @throws Refusal `not_found`; `conflict` while another one is followed, or too many are
 */
export async function reportIntent(db: Database, chains: Chains, told: Told): Promise<WalletDeposit> {
  const row = await db.transaction().execute((trx) => tellIntent(trx, told))
  return (await withDeposits(db, chains, [row]))[0] ?? missing()
}

/** Stores what `reportIntent` takes. @throws Refusal as it does */
export async function tellIntent(trx: Database, { uid, id, txId, now }: Told): Promise<Intent> {
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
  await assertFew(trx, uid, now)
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

/** One of the player's, with the chain it is on. @throws Refusal `not_found` */
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

/** Each costs questions to a node. @throws Refusal `conflict` */
async function assertFew(trx: Database, uid: number, now: number): Promise<void> {
  const { n } = await trx
    .selectFrom('deposit_intent')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('account_id', '=', uid)
    .where(isFollowed(now, ['open', 'dropped']))
    .where((where) => where.not(where.exists(depositsOf(where).where('deposit.account_id', '=', uid))))
    .executeTakeFirstOrThrow()
  if (Number(n) >= MAX_UNDER_WAY) throw new Refusal('conflict', 'Too many payments are under way')
}

async function assertLinked(trx: Database, uid: number, address: EvmAddress, chainId: number): Promise<void> {
  if ((await holderOn(trx, address, chainId)) === uid) return
  throw new Refusal('wallet_not_linked', 'Link the wallet to your account first')
}

/** Intents as their player sees them; those on chains that are not configured any more are left out. */
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
        // What has come in is not asked about any more, whatever was known of its transaction before.
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

/** What the wallet is to send. */
function transactionOf({ contract, recipient, raw_amount }: Intent): WalletDeposit['transaction'] {
  const amount = BigInt(raw_amount).toString(16)
  if (contract === null) return { to: withChecksum(recipient), value: `0x${amount}`, data: '0x' }
  const words = [recipient.slice(2), amount].map((word) => word.padStart(64, '0'))
  return { to: withChecksum(contract), value: '0x0', data: TRANSFER_CALL + words.join('') }
}
