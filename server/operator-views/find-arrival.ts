import { sql } from 'kysely'
import * as v from 'valibot'
import type { Arrival } from '#contract/operator/chains.ts'
import { EvmAddressSchema } from '#contract/values.ts'
import type { ChainView } from '#server/chain-check/chain-view.ts'
import { PAID_COIN } from '#server/deposits/deposit-chain.ts'
import { toLedger, tokenOf } from '#server/wallet-deposits/evm-deposit-chain.ts'
import { contractOf } from '#server/wallet-deposits/house-balances.ts'
import { amountOf, readCoins, storedArrivals } from './stored-arrivals.ts'
import type { ViewServices } from './view-services.ts'
import { within } from './within.ts'

const NODE_MS = 8_000
const TRANSACTION = /^(?:0x)?[0-9a-f]{64}$/i
const NOTHING = { at: null, coin: null, amount: null, from: null, to: null, uid: null } as const

type Services = Pick<ViewServices, 'db' | 'views'> & {
  readonly config: Pick<ViewServices['config'], 'tron' | 'evm'>
}

/** Nodes are asked only for what the database does not have. An address or transaction that is unknown is told as such. */
export async function findArrival(services: Services, search: string): Promise<Arrival[]> {
  return TRANSACTION.test(search)
    ? findTransaction(services, search.toLowerCase().replace(/^0x/, ''))
    : findAddress(services, search)
}

/** All that this server watches or has watched. */
async function chainsOf({ db, config }: Services): Promise<readonly string[]> {
  const rows = await db.selectFrom('chain_watch').select('chain').execute()
  return [...new Set([config.tron.network.chain, ...rows.map(({ chain }) => chain)])]
}

async function findTransaction(services: Services, hex: string): Promise<Arrival[]> {
  const { db } = services
  const chains = await chainsOf(services)
  // Only EVM chains write the prefix.
  const spelled = [hex, `0x${hex}`]
  const stored = await storedArrivals(
    db,
    await readCoins(db),
    sql`chain = any(${chains}::text[]) and tx_id = any(${spelled}::text[])`,
  )
  if (stored.length > 0) return stored.map(({ arrival }) => arrival)
  const moved = [...(await onPracticeChains(services, spelled)), ...(await onRealChains(services, hex))]
  return moved.length > 0 ? moved : [await unknownTransaction(services, spelled)]
}

/** Transactions that were sent on a practice chain a moment ago. */
async function onPracticeChains(services: Services, spelled: readonly string[]): Promise<Arrival[]> {
  const { db, config } = services
  const coins = await readCoins(db)
  const rows = await db
    .selectFrom('practice_transfer')
    .select(['chain', 'tx_id', 'contract', 'sender', 'recipient', 'amount', 'block_at'])
    .where('chain', 'in', [...(await chainsOf(services))])
    .where('tx_id', 'in', [...spelled])
    .execute()
  return Promise.all(
    rows.map(async ({ chain, tx_id, contract, sender, recipient, amount, block_at }) => {
      const evm = config.evm.find((each) => each.chain === chain)
      const token = evm && tokenOf(evm, contractOf(contract))
      const coin = token ? token.coin : contract === config.tron.network.usdtContract ? PAID_COIN : null
      const units = token ? String(toLedger(BigInt(amount), token)) : amount
      return {
        chain,
        txId: tx_id,
        at: block_at.toISOString(),
        coin,
        amount: amountOf(coins, coin, units),
        from: sender,
        to: recipient,
        ...(await placeOf(services, { chain, recipient, txId: tx_id })),
      }
    }),
  )
}

async function onRealChains(services: Services, hex: string): Promise<Arrival[]> {
  const coins = await readCoins(services.db)
  const found = await Promise.all(
    services.views.map(async (view) => {
      const txId = view.chain.startsWith('evm-') ? `0x${hex}` : hex
      const moved = await movedBy(view, txId)
      return Promise.all(
        moved.map(async ({ coin, amount, from, to }) => ({
          chain: view.chain,
          txId,
          at: null,
          coin,
          amount: amountOf(coins, coin, String(amount)),
          from,
          to,
          ...(await placeOf(services, { chain: view.chain, recipient: to, txId })),
        })),
      )
    }),
  )
  return found.flat()
}

/** Nothing while the node does not answer. */
const movedBy = async (view: ChainView, txId: string) =>
  (await within(NODE_MS, view.movedBy(txId)))?.filter(({ amount }) => amount > 0n) ?? []

/** A transfer that is no deposit yet, by the address that it went to. */
async function placeOf(
  services: Services,
  { chain, recipient, txId }: { chain: string; recipient: string; txId: string },
): Promise<Pick<Arrival, 'state' | 'advice' | 'uid'>> {
  const own = await services.db
    .selectFrom('deposit_address')
    .select('account_id')
    .where('chain', '=', chain)
    .where('address', '=', recipient)
    .executeTakeFirst()
  if (own || (await isHouse(services, chain, recipient))) {
    return {
      state: 'waiting',
      uid: own?.account_id ?? null,
      advice: `It went to an address of ours and is not read yet. If it stays so for an hour: npm run deposits -- rescan ${chain} ${txId}.`,
    }
  }
  return { state: 'not_ours', uid: null, advice: 'It went to an address that is not ours.' }
}

async function isHouse({ db, config }: Services, chain: string, address: string): Promise<boolean> {
  const plain = v.safeParse(EvmAddressSchema, address)
  if (!plain.success) return false
  if (config.evm.some((each) => each.chain === chain && each.recipient === plain.output)) return true
  const former = await db
    .selectFrom('house_balance')
    .select('address')
    .where('chain', '=', chain)
    .where('address', '=', plain.output)
    .executeTakeFirst()
  return former !== undefined
}

/** A player's wallet tells of a transaction before it is in a block. */
async function unknownTransaction(services: Services, spelled: readonly string[]): Promise<Arrival> {
  const intent = await services.db
    .selectFrom('deposit_intent')
    .select(['chain', 'account_id', 'coin', 'sender', 'recipient', 'tx_id'])
    .where('tx_id', 'in', [...spelled])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const [chain = ''] = await chainsOf(services)
  const [txId = ''] = spelled
  if (!intent) {
    return {
      ...NOTHING,
      chain,
      txId,
      state: 'not_found',
      advice:
        'Neither the database nor a node that answers knows it. Ask the player for the chain, and look in its explorer.',
    }
  }
  return {
    ...NOTHING,
    chain: intent.chain,
    txId: intent.tx_id ?? txId,
    coin: intent.coin,
    from: intent.sender,
    to: intent.recipient,
    uid: intent.account_id,
    state: 'waiting',
    advice: `The wallet of the player has told of it, and it is in no block that was read. If an explorer shows it: npm run deposits -- rescan ${intent.chain} ${intent.tx_id}.`,
  }
}

async function findAddress(services: Services, search: string): Promise<Arrival[]> {
  const { db } = services
  const plain = v.safeParse(EvmAddressSchema, search)
  const address = plain.success ? plain.output : search
  const chains = await chainsOf(services)
  const stored = await storedArrivals(
    db,
    await readCoins(db),
    sql`(sender = ${address} or (chain = any(${chains}::text[]) and recipient = ${address}))`,
  )
  if (stored.length > 0) return stored.map(({ arrival }) => arrival)
  const holder = await holderOf(services, address)
  const [chain = ''] = chains
  return [
    {
      ...NOTHING,
      chain: holder?.chain ?? chain,
      txId: '',
      to: address,
      uid: holder?.uid ?? null,
      state: 'not_found',
      advice: holder
        ? `It is ${holder.what} of player ${holder.uid}, and nothing has arrived.`
        : 'Nothing has arrived from it or at it. Ask the player for the transaction.',
    },
  ]
}

async function holderOf(services: Services, address: string) {
  const { db } = services
  const own = await db
    .selectFrom('deposit_address')
    .select(['chain', 'account_id'])
    .where('chain', 'in', [...(await chainsOf(services))])
    .where('address', '=', address)
    .executeTakeFirst()
  if (own) return { chain: own.chain, uid: own.account_id, what: 'the deposit address' }
  const plain = v.safeParse(EvmAddressSchema, address)
  if (!plain.success) return undefined
  const wallet = await db
    .selectFrom('wallet')
    .select('account_id')
    .where('address', '=', plain.output)
    .executeTakeFirst()
  return wallet && { chain: undefined, uid: wallet.account_id, what: 'a wallet' }
}
