import { tronAddressBytes } from '#server/chains/tron-address.ts'

const BLOCK_MS = 3_000
/** Confirmations until a block is final. */
const LAG = 19
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Prefix of the cursor of an empty page that has a next page. */
const GAP = 'gap'
const word = (text: string) => text.padStart(64, '0')
const hex = (address: string) => Buffer.from(tronAddressBytes(address) ?? []).toString('hex')

export interface SimTransfer {
  readonly from: string
  readonly to: string
  readonly contract: string
  readonly amount: bigint
}

export interface SimEvent extends SimTransfer {
  readonly txId: string
  readonly index: number
  readonly block: number
  /** True if the index of a contract's events never tells it. */
  readonly isHidden: boolean
  /** True if the list of its address does not tell it either. */
  readonly isUnlisted: boolean
  /** Delay after which the index tells it, when it already tells newer ones. */
  readonly lateMs: number
}

/** Faults of TronGrid, for all or some of the time. */
export interface TronLies {
  /** Delay of the index of a contract's events. */
  lagMs?: number
  /** Its answers are empty. */
  isEmpty?: boolean
  /** An empty page comes between each two. */
  hasEmptyPages?: boolean
  pageSize?: number
  /** Pages have no cursor, though there are more. */
  hasNoCursors?: boolean
  order?: 'descending' | 'none'
  /** Events in another format: one that can be looked up, or one that cannot. */
  form?: 'strange' | 'unreadable'
  /** Only events of every other block. */
  isMixed?: boolean
  /** The node knows no outcome of any transaction. */
  knowsNothing?: boolean
  /** The lists of received transfers are empty. */
  isListEmpty?: boolean
  /** The balance of an address is refused. */
  isBalanceRefused?: boolean
  /** Time by which the named heads are too old. */
  headBehind?: number
  /** One in this many calls fails. */
  failsEach?: number
}

/** The parts of TronGrid that deposits use, in memory, on the test's clock. */
export function createSimTron(genesis: number) {
  let now = genesis + 1_000 * BLOCK_MS
  let events: SimEvent[] = []
  let lies: TronLies = {}
  let calls = 0

  const blockAt = (at: number) => Math.floor((at - genesis) / BLOCK_MS)
  const timeOf = (block: number) => genesis + block * BLOCK_MS
  const headOf = () => blockAt(now)
  const finalOf = () => headOf() - LAG

  const write = (event: SimEvent) => {
    const result =
      lies.form === undefined || (lies.isMixed && event.block % 2 === 0)
        ? { from: `0x${hex(event.from)}`, to: `0x${hex(event.to)}`, value: String(event.amount) }
        : { src: hex(event.from), dst: hex(event.to), wad: String(event.amount) }
    return {
      block_number: event.block,
      block_timestamp: timeOf(event.block),
      contract_address: event.contract,
      event_index: event.index,
      event_name: 'Transfer',
      result,
      ...(lies.form !== 'unreadable' && { transaction_id: event.txId }),
      ...(event.block > finalOf() && { _unconfirmed: true }),
    }
  }

  function contractEvents(contract: string, query: URLSearchParams) {
    const since = Number(query.get('min_block_timestamp'))
    const isFinal = query.get('only_confirmed') === 'true'
    const isTold = ({ block, isHidden, lateMs }: SimEvent) =>
      !isHidden && timeOf(block) + Math.max(lateMs, lies.lagMs ?? 0) <= now
    const all = lies.isEmpty
      ? []
      : events.filter(
          (each) =>
            each.contract === contract &&
            timeOf(each.block) >= since &&
            each.block <= finalOf() === isFinal &&
            (!isFinal || isTold(each)),
        )
    if (lies.order === 'descending') all.reverse()
    if (lies.order === 'none') all.sort((a, b) => (a.txId < b.txId ? -1 : 1))
    const limit = Math.min(Number(query.get('limit')), lies.pageSize ?? Infinity)
    const cursor = query.get('fingerprint') ?? '0'
    const isGap = cursor.startsWith(GAP)
    const from = Number(cursor.replace(GAP, ''))
    const data = isGap ? [] : all.slice(from, from + limit)
    const to = from + data.length
    const fingerprint = lies.hasEmptyPages && !isGap ? `${GAP}${to}` : String(to)
    return {
      success: true,
      data: data.map(write),
      meta: to < all.length && !lies.hasNoCursors ? { fingerprint } : {},
    }
  }

  function listOf(account: string, query: URLSearchParams) {
    const since = Number(query.get('min_timestamp'))
    const contract = query.get('contract_address')
    const all = events.filter(
      ({ to, from, block, isUnlisted, ...each }) =>
        (to === account || (from === account && query.get('only_to') !== 'true')) &&
        (contract === null || each.contract === contract) &&
        !isUnlisted &&
        block <= finalOf() &&
        timeOf(block) >= since,
    )
    if (!query.get('order_by')?.endsWith(',asc')) all.reverse()
    return {
      success: true,
      data: (lies.isListEmpty ? [] : all).slice(0, Number(query.get('limit'))).map((each) => ({
        transaction_id: each.txId,
        token_info: { symbol: 'USDT', address: each.contract, decimals: 6, name: 'Tether USD' },
        block_timestamp: timeOf(each.block),
        type: 'Transfer',
        from: each.from,
        to: each.to,
        value: String(each.amount),
      })),
    }
  }

  function outcome(txId: string, top: number) {
    const found = events.filter((each) => each.txId === txId && each.block <= top)
    const [first] = found
    if (!first || lies.knowsNothing) return {}
    return {
      id: txId,
      blockNumber: first.block,
      blockTimeStamp: timeOf(first.block),
      receipt: { result: 'SUCCESS' },
      log: found.map((each) => ({
        address: hex(each.contract),
        topics: [TRANSFER, word(hex(each.from)), word(hex(each.to))],
        data: word(each.amount.toString(16)),
      })),
    }
  }

  function answer(url: URL, body: string): unknown {
    const { pathname, searchParams } = url
    const contract = /^\/v1\/contracts\/(\w+)\/events$/.exec(pathname)?.[1]
    if (contract !== undefined) return contractEvents(contract, searchParams)
    const txId = /^\/v1\/transactions\/(\w+)\/events$/.exec(pathname)?.[1]
    if (txId !== undefined) {
      return { success: true, data: events.filter((each) => each.txId === txId).map(write) }
    }
    const account = /^\/v1\/accounts\/(\w+)\/transactions\/trc20$/.exec(pathname)?.[1]
    if (account !== undefined) return listOf(account, searchParams)
    const top = (pathname.startsWith('/walletsolidity/') ? finalOf() : headOf()) - (lies.headBehind ?? 0)
    if (pathname.endsWith('/getnowblock')) {
      return { block_header: { raw_data: { number: top, timestamp: timeOf(top) } } }
    }
    if (pathname.endsWith('/gettransactioninfobyid')) {
      return outcome((JSON.parse(body) as { value: string }).value, top)
    }
    if (pathname.endsWith('/triggerconstantcontract')) {
      const asked = JSON.parse(body) as { readonly owner_address: string; readonly contract_address: string }
      if (lies.isBalanceRefused) return { result: { code: 'OTHER_ERROR' } }
      const held = heldBy(asked.owner_address, asked.contract_address, top)
      return { result: { result: true }, constant_result: [word(held.toString(16))] }
    }
    throw new Error(`${pathname} is not known`)
  }

  const heldBy = (account: string, contract: string, top: number) =>
    events
      .filter((each) => each.contract === contract && each.block <= top)
      .reduce(
        (sum, { from, to, amount }) =>
          sum + (to === account ? amount : 0n) - (from === account ? amount : 0n),
        0n,
      )

  return {
    lie: (how: TronLies) => void (lies = how),
    get now() {
      return now
    },
    pass: (ms: number) => void (now += ms),
    /** Sends one transaction in the newest block. */
    send(
      txId: string,
      transfers: readonly SimTransfer[],
      how: Pick<SimEvent, 'isHidden' | 'isUnlisted' | 'lateMs'>,
    ) {
      const block = headOf()
      events.push(...transfers.map((each, index) => ({ ...each, ...how, txId, index, block })))
    },
    /** The spendable balance of an address: final transfers to it, less all that it has sent. */
    availableTo: (account: string, contract: string) =>
      heldBy(account, contract, finalOf()) -
      events
        .filter((each) => each.from === account && each.contract === contract && each.block > finalOf())
        .reduce((sum, { amount }) => sum + amount, 0n),
    /** Removes a pending transaction, as a reorg does; it may come again. */
    undo(isAgain: boolean) {
      const last = events.at(-1)
      if (!last || last.block <= finalOf()) return
      const gone = events.filter(({ txId }) => txId === last.txId)
      events = events.filter(({ txId }) => txId !== last.txId)
      if (isAgain) events.push(...gone.map((each) => ({ ...each, block: headOf() })))
    },
    /** All final transfers. */
    final: () => events.filter(({ block }) => block <= finalOf()),
    /** Stands in for `fetch`. */
    fetch(url: URL, body: string): Response {
      calls += 1
      if (lies.failsEach && calls % lies.failsEach === 0) return new Response('{}', { status: 503 })
      return new Response(JSON.stringify(answer(url, body)))
    },
  }
}

export type SimTron = ReturnType<typeof createSimTron>
