import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tronAddress, tronAddressBytes } from '#server/chains/tron-address.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'

const USDT = TRON_NETWORKS.mainnet.usdtContract
const API_KEY = 'a-key-of-this-test'
const BLOCK_MS = 3_000
const LAG = 19

/** A random address without a known key. */
export const someAddress = () => tronAddress(randomBytes(20))

interface Sent {
  readonly to: string
  readonly amount: bigint
  readonly from?: string
  readonly contract?: string
}

interface Event {
  readonly txId: string
  readonly index: number
  readonly block: number
  readonly from: string
  readonly to: string
  readonly contract: string
  readonly value: string
}

interface Page {
  readonly data: readonly unknown[]
  readonly meta: object
  readonly success: boolean
}

/**
 * The part of TronGrid that the server uses, in its own protocol: events of a contract and tokens of an account in
 * pages, heads of both sides, outcomes. Tests make blocks; one is final when 19 follow it.
 * @param hasCursors false leaves out the cursor of the next page
 */
export async function startTronGrid({ pageSize = 200, hasCursors = true } = {}) {
  let head = 1_000
  const genesis = Date.now() - 10 * 60_000 - head * BLOCK_MS
  const at = (block: number) => genesis + block * BLOCK_MS
  let events: Event[] = []
  const hidden = new Set<string>()
  const unlisted = new Set<string>()
  const untold = new Set<string>()
  let refusals: { status: number; headers: Record<string, string>; body: string }[] = []
  const calls: string[] = []
  const strange: unknown[] = []
  let order: 'ascending' | 'descending' = 'ascending'
  /** Changes each page of a contract's events; null empties it. */
  let lie: (page: Page) => Page | null = (page) => page

  const heldBy = (address: string, contract: string = USDT, until = head) =>
    events
      .filter((each) => each.contract === contract && each.block <= until)
      .reduce(
        (sum, { from, to, value }) =>
          sum + (to === address ? BigInt(value) : 0n) - (from === address ? BigInt(value) : 0n),
        0n,
      )

  const server = createServer((request, response) => {
    void answer(request).then(({ status, body, headers }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    })
  })

  async function answer(request: IncomingMessage) {
    const url = new URL(request.url ?? '/', 'http://tron.test')
    calls.push(`${url.pathname}${url.search}`)
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const ok = (body: unknown) => ({ status: 200, body, headers: {} })
    const refusal = refusals.shift()
    if (refusal) return { status: refusal.status, body: { Error: refusal.body }, headers: refusal.headers }
    if (request.headers['tron-pro-api-key'] !== API_KEY) {
      return { status: 401, body: { Error: 'ApiKey not exists' }, headers: {} }
    }
    const final = head - LAG
    const query = url.searchParams
    const isAsked = ({ block }: Event, since: string) =>
      at(block) >= Number(query.get(since) ?? 0) &&
      (query.get('only_confirmed') !== 'true' || block <= final) &&
      (query.get('only_unconfirmed') !== 'true' || block > final)

    const write = (each: Event) => ({
      block_number: each.block,
      block_timestamp: at(each.block),
      caller_contract_address: each.contract,
      contract_address: each.contract,
      event_index: each.index,
      event_name: 'Transfer',
      event: 'Transfer(address indexed from, address indexed to, uint256 value)',
      result: {
        0: hex(each.from),
        1: hex(each.to),
        2: each.value,
        from: hex(each.from),
        to: hex(each.to),
        value: each.value,
      },
      result_type: { from: 'address', to: 'address', value: 'uint256' },
      transaction_id: each.txId,
      ...(each.block > final && { _unconfirmed: true }),
    })
    const contract = /^\/v1\/contracts\/(T\w{33})\/events$/.exec(url.pathname)?.[1]
    if (contract !== undefined) {
      const all = events
        .filter((each) => each.contract === contract && isAsked(each, 'min_block_timestamp'))
        .filter(({ txId }) => !hidden.has(txId))
        .sort((a, b) => (order === 'ascending' ? a.block - b.block : b.block - a.block))
      const page = paged(all, write)
      return ok(lie(page) ?? { ...page, data: [], meta: {} })
    }

    const asked = /^\/v1\/transactions\/([0-9a-f]{64})\/events$/.exec(url.pathname)?.[1]
    if (asked !== undefined)
      return ok(
        paged(
          events.filter(({ txId }) => txId === asked),
          write,
        ),
      )

    const account = /^\/v1\/accounts\/(T\w{33})\/transactions\/trc20$/.exec(url.pathname)?.[1]
    if (account !== undefined) {
      const isSide = (side: 'from' | 'to', other: string) => (each: Event) =>
        each[side] === account && query.get(other) !== 'true'
      const [isFrom, isTo] = [isSide('from', 'only_to'), isSide('to', 'only_from')]
      const only = query.get('contract_address')
      const isDescending = query.get('order_by') !== 'block_timestamp,asc'
      const all = events
        .filter((each) => (isFrom(each) || isTo(each)) && (only === null || each.contract === only))
        .filter(({ txId }) => !unlisted.has(txId))
        .filter((each) => isAsked(each, 'min_timestamp'))
        .sort((a, b) => (isDescending ? b.block - a.block : a.block - b.block))
      return ok(
        paged(all, (each) => ({
          transaction_id: each.txId,
          // Anybody may give a token this name.
          token_info: { symbol: 'USDT', address: each.contract, decimals: 6, name: 'Tether USD' },
          block_timestamp: at(each.block),
          from: each.from,
          to: each.to,
          type: 'Transfer',
          value: each.value,
        })),
      )
    }

    const side = /^\/(wallet|walletsolidity)\/(\w+)$/.exec(url.pathname)
    const top = side?.[1] === 'wallet' ? head : final
    if (side?.[2] === 'getnowblock') {
      return ok({
        blockID: 'b'.repeat(64),
        block_header: { raw_data: { number: top, timestamp: at(top), version: 30 } },
      })
    }
    if (side?.[2] === 'triggerconstantcontract') {
      const asked = JSON.parse(text) as { parameter: string; contract_address: string }
      const address = tronAddress(Buffer.from(asked.parameter.slice(-40), 'hex'))
      if (untold.has(address)) return ok({ result: { code: 'OTHER_ERROR' } })
      const held = heldBy(address, asked.contract_address, top)
      return ok({ result: { result: true }, constant_result: [held.toString(16).padStart(64, '0')] })
    }
    if (side?.[2] === 'gettransactioninfobyid') {
      const { value } = JSON.parse(text) as { value: string }
      const found = events.find(({ txId, block }) => txId === value && block <= top)
      return ok(
        found
          ? {
              id: found.txId,
              blockNumber: found.block,
              blockTimeStamp: at(found.block),
              receipt: { result: 'SUCCESS' },
              log: events
                .filter(({ txId }) => txId === value)
                .map((each) => ({
                  address: hex(each.contract).slice(2),
                  topics: [TRANSFER, word(hex(each.from).slice(2)), word(hex(each.to).slice(2))],
                  data: word(BigInt(each.value).toString(16)),
                })),
            }
          : {},
      )
    }
    return { status: 404, body: {}, headers: {} }

    function paged(all: readonly Event[], write: (event: Event) => unknown) {
      const limit = Math.min(Number(query.get('limit') ?? 20), pageSize)
      const from = Number(Buffer.from(query.get('fingerprint') ?? '', 'base64url').toString() || 0)
      const page: unknown[] = all.slice(from, from + limit).map(write)
      const fingerprint = Buffer.from(String(from + limit)).toString('base64url')
      const hasMore = from + limit < all.length
      return {
        data: [...page, ...(hasMore ? [] : strange)],
        success: true,
        meta: {
          at: Date.now(),
          page_size: page.length,
          ...(hasMore &&
            hasCursors && { fingerprint, links: { next: `${url.href}&fingerprint=${fingerprint}` } }),
        },
      }
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    apiKey: API_KEY,
    /** Paths and queries of every call so far. */
    calls,
    /** Time of the newest block, in milliseconds since the epoch. */
    now: () => at(head),
    heldBy,
    mine: (count = 1) => void (head += count),
    /** Sends one transaction with these transfers in its own block. @returns its id */
    send(...transfers: Sent[]): string {
      return this.sendAs(randomBytes(32).toString('hex'), ...transfers)
    },
    /** The same, with a given hash. */
    sendAs(txId: string, ...transfers: Sent[]): string {
      head += 1
      events.push(
        ...transfers.map(({ to, amount, from = someAddress(), contract = USDT }, index) => ({
          txId,
          index,
          block: head,
          from,
          to,
          contract,
          value: String(amount),
        })),
      )
      return txId
    },
    /** Removes the transaction's block by a reorg. @returns a function that adds it again */
    undo(txId: string): () => void {
      const undone = events.filter((each) => each.txId === txId)
      events = events.filter((each) => each.txId !== txId)
      return () => {
        head += 1
        events.push(...undone.map((each) => ({ ...each, block: head })))
      }
    },
    /** Hides a transaction from the index of events. @returns a function that shows it */
    hide(txId: string): () => void {
      hidden.add(txId)
      return () => void hidden.delete(txId)
    },
    /** Hides a transaction from the lists of its addresses. @returns a function that shows it */
    unlist(txId: string): () => void {
      unlisted.add(txId)
      return () => void unlisted.delete(txId)
    },
    /** Refuses the balance of an address. @returns a function that ends this */
    refuseBalance(address: string): () => void {
      untold.add(address)
      return () => void untold.delete(address)
    },
    /** Refuses the next calls. */
    refuse(count: number, status = 429, body = 'The key exceeds the frequency limit', headers = {}) {
      refusals = Array.from({ length: count }, () => ({ status, headers, body }))
    },
    /** Fixes the order of a contract's events, whatever is requested. */
    order: (how: typeof order) => void (order = how),
    /** Replaces every page of a contract's events; null empties it. */
    lie: (how: typeof lie) => void (lie = how),
    /** Adds entries of unknown format to the last page of every list. */
    addStrange: (...each: unknown[]) => void strange.push(...each),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (text: string) => text.padStart(64, '0')
const hex = (address: string) => `0x${Buffer.from(tronAddressBytes(address) ?? []).toString('hex')}`
