import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { fetchBounded } from '#server/base/fetch-bounded.ts'
import { tronAddressBytes } from './tron-address.ts'
import {
  BlockSchema,
  ConstantSchema,
  EventsSchema,
  OutcomeSchema,
  readEvent,
  readStandardEvents,
  ReceivedSchema,
  transferOfLog,
  type UnreadEvent,
} from './tron-grid-answers.ts'
import {
  SourceBusyError,
  type ReceivedToken,
  type TokenTransfer,
  type TransactionOutcome,
  type TransferPage,
  type TransferQuery,
  type TronBalances,
  type TronSource,
} from './tron-source.ts'

interface TronGridOptions {
  /** Without a trailing slash. */
  readonly url: string
  readonly apiKey: string | null
  /** Minimum time between the starts of two requests. A free key allows 15 requests a second. */
  readonly gapMs?: number
  readonly timeoutMs?: number
}

export interface TronGrid extends TronSource, TronBalances {
  /** Transfers of a token from an address, oldest first. `isAll` is false when the page limit cut the list. */
  sent(
    address: string,
    contract: string,
    since: number,
  ): Promise<{ readonly sent: readonly ReceivedToken[]; readonly isAll: boolean }>
}

const PAGE = 200
/** Prefix of our own cursor; a block time in milliseconds follows. */
const FROM = 'from '
const MAX_BYTES = 2 * 1024 * 1024
/** Covers some weeks of a hot wallet. */
const MAX_PAGES = 50
/** Backoff when TronGrid gives no `Retry-After`; doubles each time. */
const MIN_BACKOFF_MS = 2_000
const MAX_BACKOFF_MS = 120_000

type Ask = <T extends v.GenericSchema>(
  schema: T,
  path: string,
  body?: Record<string, unknown>,
) => Promise<v.InferOutput<T>>
/** API prefix: `walletsolidity` reads final blocks only. */
type Side = 'wallet' | 'walletsolidity'

/** https://developers.tron.network/reference/trongrid-api */
export function createTronGrid(options: TronGridOptions): TronGrid {
  const ask = createAsk(options)
  return {
    head: () => headOf(ask, 'wallet'),
    finalHead: () => headOf(ask, 'walletsolidity'),
    transfers: (query) => transferPage(ask, query),

    async transfersOf(txId: string): Promise<readonly TokenTransfer[]> {
      const { data, meta } = await ask(EventsSchema, `/v1/transactions/${txId}/events?limit=${PAGE}`)
      if (meta?.fingerprint !== undefined || data.length >= PAGE) {
        throw new Error(`${txId} has ${PAGE} or more events`)
      }
      return readStandardEvents(data).filter((each) => each.txId === txId)
    },

    async balanceOf(address: string, contract: string): Promise<bigint> {
      const bytes = Buffer.from(tronAddressBytes(address) ?? []).toString('hex')
      const { constant_result } = await ask(ConstantSchema, '/walletsolidity/triggerconstantcontract', {
        owner_address: address,
        contract_address: contract,
        visible: true,
        function_selector: 'balanceOf(address)',
        parameter: bytes.padStart(64, '0'),
      })
      return BigInt(`0x${constant_result[0]}`)
    },

    async sent(address: string, contract: string, since: number) {
      const { moved, isAll } = await movesOf(ask, address, contract, since, { only_from: 'true' })
      return { sent: moved.filter(({ from }) => from === address), isAll }
    },

    async moves(address: string, contract: string, since: number) {
      const { moved, isAll } = await movesOf(ask, address, contract, since, { only_confirmed: 'true' })
      if (!isAll) throw new Error(`TronGrid does not return all transfers of ${address}`)
      return moved
    },

    async received(address: string, since: number): Promise<readonly ReceivedToken[]> {
      const query = new URLSearchParams({
        only_to: 'true',
        only_confirmed: 'true',
        min_timestamp: String(since),
        order_by: 'block_timestamp,desc',
        limit: String(PAGE),
      })
      const { data } = await ask(ReceivedSchema, `/v1/accounts/${address}/transactions/trc20?${query}`)
      return data.filter((each) => each !== null).filter((each) => each.to === address)
    },

    async transaction(txId: string): Promise<TransactionOutcome | null> {
      const final = await outcomeOf(ask, 'walletsolidity', txId)
      if (final) return { ...final, isFinal: true }
      const seen = await outcomeOf(ask, 'wallet', txId)
      return seen && { ...seen, isFinal: false }
    },
  }
}

/** Spaces requests by `gapMs` and backs off when TronGrid limits the rate. */
function createAsk({ url, apiKey, gapMs = 100, timeoutMs = 10_000 }: TronGridOptions): Ask {
  let nextCallAt = 0
  let backoffUntil = 0
  let refusals = 0

  return async function ask<T extends v.GenericSchema>(
    schema: T,
    path: string,
    body?: Record<string, unknown>,
  ): Promise<v.InferOutput<T>> {
    const rest = backoffUntil - performance.now()
    if (rest > 0) throw new SourceBusyError('TronGrid limits the rate', rest)
    const wait = nextCallAt - performance.now()
    nextCallAt = Math.max(performance.now(), nextCallAt) + gapMs
    if (wait > 0) await sleep(wait)
    const { status, headers, bytes } = await fetchBounded(
      url + path,
      { service: 'trongrid', timeoutMs, maxBytes: MAX_BYTES },
      {
        method: body ? 'POST' : 'GET',
        headers: {
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...(apiKey !== null && { 'tron-pro-api-key': apiKey }),
        },
        ...(body && { body: JSON.stringify(body) }),
      },
    )
    if (status === 429 || status === 403) {
      const retryAfterMs = retryAfter(headers.get('retry-after'), bytes.toString('utf8', 0, 500))
      backoffUntil = performance.now() + retryAfterMs
      throw new SourceBusyError(`TronGrid answered ${status}`, retryAfterMs)
    }
    if (status !== 200) throw new Error(`TronGrid answered ${status} to ${path.split('?')[0]}`)
    refusals = 0
    return v.parse(schema, JSON.parse(bytes.toString('utf8')))
  }

  /** From `Retry-After` in seconds, or from the message ("suspended for 5s"), or by exponential backoff. */
  function retryAfter(header: string | null, message: string): number {
    const doubled = Math.min(MIN_BACKOFF_MS * 2 ** refusals++, MAX_BACKOFF_MS)
    const told = /^\d{1,4}$/.exec(header ?? '')?.[0] ?? /suspended for (\d{1,4})\s?s/i.exec(message)?.[1]
    return told === undefined ? doubled : Math.max(Number(told) * 1_000, 1_000)
  }
}

async function headOf(ask: Ask, side: Side) {
  const { number, timestamp } = (await ask(BlockSchema, `/${side}/getnowblock`, {})).block_header.raw_data
  return { block: number, at: timestamp }
}

async function outcomeOf(ask: Ask, side: Side, txId: string) {
  const { id, blockNumber, receipt } = await ask(OutcomeSchema, `/${side}/gettransactioninfobyid`, {
    value: txId,
  })
  // TRON returns {} for an unknown transaction.
  return id === txId && blockNumber !== undefined
    ? { block: blockNumber, hasSucceeded: (receipt?.result ?? 'SUCCESS') === 'SUCCESS' }
    : null
}

async function transferPage(
  ask: Ask,
  { contract, isFinal, since, cursor }: TransferQuery,
): Promise<TransferPage> {
  const from = cursor?.startsWith(FROM) ? Number(cursor.slice(FROM.length)) : since
  const query = new URLSearchParams({
    event_name: 'Transfer',
    [isFinal ? 'only_confirmed' : 'only_unconfirmed']: 'true',
    min_block_timestamp: String(from),
    order_by: 'block_timestamp,asc',
    limit: String(PAGE),
    ...(cursor !== null && !cursor.startsWith(FROM) && { fingerprint: cursor }),
  })
  const { data, meta } = await ask(EventsSchema, `/v1/contracts/${contract}/events?${query}`)
  const transfers: TokenTransfer[] = []
  for (const each of data) {
    const read = readEvent(each, contract)
    if (read) transfers.push('amount' in read ? read : await readFromNode(ask, read, contract, isFinal))
  }
  const next = meta?.fingerprint ?? null
  if (next !== null || data.length < PAGE) return { transfers, next }
  // A full page without a cursor is not the last one: continue from the time of its last block.
  const last = transfers.at(-1)?.at ?? from
  if (last <= from) throw new Error('TronGrid returned a part of a block without a cursor')
  return { transfers, next: `${FROM}${last}` }
}

/** Reads from the node an event that the index returned in an unknown format. @throws Error */
async function readFromNode(
  ask: Ask,
  { txId, logIndex }: UnreadEvent,
  contract: string,
  isFinal: boolean,
): Promise<TokenTransfer> {
  const side = isFinal ? 'walletsolidity' : 'wallet'
  const info = await ask(OutcomeSchema, `/${side}/gettransactioninfobyid`, { value: txId })
  const { id, blockNumber: block, blockTimeStamp: at, log = [] } = info
  const transfer = transferOfLog(log[logIndex], contract)
  if (id !== txId || block === undefined || at === undefined || !transfer) {
    throw new Error(`TronGrid returned an unreadable event in ${txId}`)
  }
  return { ...transfer, txId, logIndex, contract, block, at }
}

/** Transfers of a token from and to an address, oldest first. `isAll` is false when the page limit cut the list. */
async function movesOf(
  ask: Ask,
  address: string,
  contract: string,
  since: number,
  which: Readonly<Record<string, string>>,
): Promise<{ readonly moved: readonly ReceivedToken[]; readonly isAll: boolean }> {
  const moved: ReceivedToken[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = new URLSearchParams({
      ...which,
      contract_address: contract,
      min_timestamp: String(since),
      order_by: 'block_timestamp,asc',
      limit: String(PAGE),
      ...(cursor !== undefined && { fingerprint: cursor }),
    })
    const { data, meta } = await ask(ReceivedSchema, `/v1/accounts/${address}/transactions/trc20?${query}`)
    const read = data.filter((each) => each !== null)
    // A token can emit forged transfers of 0 from any wallet.
    moved.push(
      ...read.filter(
        ({ from, to, ...each }) =>
          (from === address || to === address) && each.contract === contract && each.amount > 0n,
      ),
    )
    // An empty page after a cursor, or a full page without a next cursor, does not prove the end of the list.
    const isLast = data.length < PAGE && !(data.length === 0 && cursor !== undefined)
    cursor = meta?.fingerprint
    if (cursor === undefined) return { moved, isAll: isLast }
  }
  return { moved, isAll: false }
}
