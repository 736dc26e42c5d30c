import * as v from 'valibot'
import type { ApiClient, CallOptions } from '#api/api-client.ts'
import { ApiError } from '#api/api-error.ts'
import type { Connection } from '#api/connection.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { exportMore, type ExportList } from '#contract/account.ts'
import { getConfig, type ReceiptKey } from '#contract/config.ts'
import { listBalances } from '#contract/balances.ts'
import type { ErrorCode } from '#contract/envelope.ts'
import {
  cashOut,
  changeSeeds,
  getBet,
  getBetByKey,
  getSeeds,
  listBetLimits,
  listBets,
  listPastSeeds,
  listReceipts,
  listRounds,
  placeBet,
  takeStep,
  type Bet,
  type PlayAnswer,
  type Receipt,
  type Round,
} from '#contract/play.ts'
import { MULTIPLIER_SCALE, payoutOf } from '#fair/multiplier.ts'
import { hashServerSeed } from '#fair/seeds.ts'
import { createStream } from '#fair/stream.ts'
import type { ServerAccountOptions } from '#features/play/server-engine/account-state.ts'
import { createServerAccount } from '#features/play/server-engine/server-account.ts'
import { createServerEngine } from '#features/play/server-engine/server-engine.ts'
import { formatDecimal, parseDecimal, unitsAt } from '#lib/decimal.ts'
import { createStore } from '#lib/store.ts'
import { rulesOf, type AnyRules } from '#rules/games.ts'
import type { ReceiptSigner } from './receipt-signer.ts'

const DECIMALS = 6
export const USDT = 10n ** BigInt(DECIMALS)
const units = (amount: string) => unitsAt(parseDecimal(amount) ?? { units: 0n, scale: 0 }, DECIMALS)
const decimal = (amount: bigint) => formatDecimal({ units: amount, scale: DECIMALS })
const seedOf = (pair: number) => `${pair}`.padStart(64, '0')

type Fate =
  /** The request never arrives. */
  | 'lost'
  /** The server carries the request out, and its answer is lost. */
  | 'unanswered'
  | { readonly refused: ErrorCode }
  /** The server answers after this promise. */
  | Promise<unknown>

export interface SignedPage {
  readonly bets: readonly Bet[]
  readonly receipts: Readonly<Record<string, readonly Receipt[]>>
}

const CONFIG_OF = (receiptKeys: readonly ReceiptKey[]) => ({
  mode: 'practice',
  version: '1',
  chains: [],
  mail: 'outbox',
  receiptKeys,
  wallet: { hasExplorer: false, hasNetworkView: false, relayUrl: null },
  play: { autoPlay: true, instant: true, cycleMs: { default: 0, games: {} } },
  publicKeys: { walletConnectProjectId: null },
})

interface HeldRound {
  readonly wire: Round
  readonly outcome: unknown
  readonly steps: unknown[]
}

/**
 * A server for one player that follows the contract, draws with the real rules, and loses the calls that a
 * test names.
 * @param signer signs the answers. Without it there are no receipts.
 */
export function createPlayServer(signer?: ReceiptSigner) {
  const fates = new Map<Endpoint, Fate[]>()
  const calls: string[] = []
  const answers = new Map<string, PlayAnswer>()
  const balances = new Map([
    ['usdt-tron', 100n * USDT],
    ['trx-tron', 0n],
  ])
  const bets: Bet[] = []
  const rounds = new Map<string, HeldRound>()
  const past: { betCount: number; pair: number; clientSeed: string }[] = []
  /** Changes a page of bets with receipts on its way; a test sets it. */
  let forge: (page: SignedPage) => SignedPage = (page) => page
  let hold: (receipts: readonly Receipt[]) => readonly Receipt[] = (receipts) => receipts
  let pair = 0
  let clientSeed: string | null = null
  let nonce = 0
  let lastId = 0

  const pairNow = () => ({
    serverSeedHash: clientSeed === null ? null : hashServerSeed(seedOf(pair)),
    clientSeed,
    nonce,
    nextServerSeedHash: hashServerSeed(seedOf(pair + 1)),
  })
  const refuse = (code: ErrorCode): never => {
    const status = { not_found: 404, unavailable: 503 }[code as string] ?? 409
    throw new ApiError('http', code, { status, code })
  }
  const seedsOfBet = (drawn: number) => ({
    serverSeedHash: hashServerSeed(seedOf(pair)),
    serverSeed: null,
    clientSeed: clientSeed ?? '',
    nonce: drawn,
  })

  function settle(
    round: Pick<Round, 'id' | 'game' | 'coin' | 'stake' | 'seeds'>,
    more: object,
    multiplier: number,
  ) {
    const payout = payoutOf(units(round.stake), multiplier)
    balances.set(round.coin, (balances.get(round.coin) ?? 0n) + payout)
    const { id, game, coin, stake, seeds } = round
    const bet = {
      id,
      game,
      coin,
      stake,
      seeds,
      at: new Date(1_700_000_000_000 + lastId * 1_000).toISOString(),
      multiplier: multiplier / MULTIPLIER_SCALE,
      payout: decimal(payout),
      ...more,
    } as Bet
    bets.unshift(bet)
    return bet
  }

  const after = (coin: string) => ({
    balance: { coin, available: decimal(balances.get(coin) ?? 0n) },
    receipt: null,
  })

  function place({
    game,
    coin,
    stake,
    params: asked,
    idempotencyKey,
  }: v.InferOutput<typeof placeBet.body>): PlayAnswer {
    const known = answers.get(idempotencyKey)
    if (known) return known
    if (clientSeed === null) return refuse('client_seed_missing')
    const held = balances.get(coin) ?? 0n
    if (units(stake) > held) return refuse('insufficient_funds')
    if ([...rounds.values()].some(({ wire }) => wire.game === game)) return refuse('round_open')
    balances.set(coin, held - units(stake))
    const rules: AnyRules = rulesOf(game)
    const params = rules.parseParams(asked)
    const drawn = nonce
    nonce += 1
    lastId += 1
    const outcome = rules.draw(createStream({ serverSeed: seedOf(pair), clientSeed, nonce: drawn }), params)
    const facts = { id: `${lastId}`, game, coin, stake, seeds: seedsOfBet(drawn) }
    if (rules.kind === 'instant') {
      const bet = settle(
        facts,
        { params: rules.wireParams(params, outcome), outcome: rules.wireOutcome(outcome) },
        rules.multiplier(params, outcome),
      )
      return { status: 'settled', bet, ...after(coin) }
    }
    const wire: Round = {
      ...facts,
      startedAt: new Date(1_700_000_000_000).toISOString(),
      lapsesAt: new Date(1_700_086_400_000).toISOString(),
      params: params as Record<string, unknown>,
      steps: [],
      multiplier: null,
      payout: null,
      view: { ...rules.view({ params, outcome, steps: [] }) },
    }
    rounds.set(wire.id, { wire, outcome, steps: [] })
    return { status: 'open', round: wire, ...after(coin) }
  }

  function step(id: string, asked: unknown): PlayAnswer {
    const held = rounds.get(id)
    if (!held) return refuse(bets.some((bet) => bet.id === id) ? 'round_settled' : 'not_found')
    const { wire, outcome, steps } = held
    const rules = rulesOf(wire.game)
    if (rules.kind !== 'round') return refuse('bad_step')
    const position = { params: wire.params, outcome, steps: [...steps] }
    const multiplier = asked === null ? rules.value(position) : rules.take(position, rules.parseStep(asked))
    if (asked === null && multiplier === undefined) return refuse('bad_step')
    if (asked !== null) steps.push(rules.parseStep(asked))
    if (multiplier !== undefined) {
      rounds.delete(id)
      const over = { ...position, steps }
      const bet = settle(
        wire,
        {
          params: rules.wireParams(wire.params, outcome),
          outcome: rules.wireOutcome(rules.settledOutcome(over)),
          steps: [...steps],
          endedBy: asked === null ? 'cash-out' : 'step',
        },
        multiplier,
      )
      return { status: 'settled', bet, ...after(wire.coin) }
    }
    const value = rules.value({ ...position, steps }) ?? null
    const round: Round = {
      ...wire,
      steps: [...steps] as Record<string, unknown>[],
      view: { ...rules.view({ ...position, steps }) },
      multiplier: value === null ? null : value / MULTIPLIER_SCALE,
      payout: value === null ? null : decimal(payoutOf(units(wire.stake), value)),
    }
    rounds.set(id, { ...held, wire: round })
    return { status: 'open', round, ...after(wire.coin) }
  }

  const once = (key: string, answer: () => PlayAnswer) => {
    const before = answers.get(key)
    if (before) return before
    const made = answer()
    const known: PlayAnswer = { ...made, receipt: signer?.sign(made, key, pair) ?? null }
    answers.set(key, known)
    return known
  }

  function change(body: v.InferOutput<typeof changeSeeds.body>) {
    if (rounds.size > 0) return refuse('round_open')
    if (body.nextServerSeedHash !== pairNow().nextServerSeedHash) return refuse('seed_commitment_wrong')
    const before = clientSeed === null ? undefined : { betCount: nonce, pair, clientSeed }
    if (before) past.unshift(before)
    pair += 1
    nonce = 0
    clientSeed = body.clientSeed
    return { current: pairNow(), revealed: before ? revealed(before) : null }
  }
  const revealed = (before: (typeof past)[number]) => ({
    serverSeed: seedOf(before.pair),
    serverSeedHash: hashServerSeed(seedOf(before.pair)),
    clientSeed: before.clientSeed,
    betCount: before.betCount,
    revealedAt: new Date(1_700_000_000_000).toISOString(),
  })

  const shown = (bet: Bet): Bet => {
    const known = past.map(revealed).find(({ serverSeedHash }) => serverSeedHash === bet.seeds.serverSeedHash)
    return { ...bet, seeds: { ...bet.seeds, serverSeed: known?.serverSeed ?? null } }
  }
  let exported: Partial<Record<ExportList, readonly object[]>> = {}
  const receiptsOf = (ids: readonly string[]) =>
    Object.fromEntries(ids.map((id) => [id, signer?.ofBet(id) ?? []]))

  function list(query: Record<string, string | undefined>) {
    const from = query['after'] === undefined ? 0 : bets.findIndex(({ id }) => id === query['after']) + 1
    const size = Number(query['limit'] ?? 30)
    const found = bets
      .slice(from)
      .filter((bet) => query['coin'] === undefined || bet.coin === query['coin'])
      .filter((bet) => query['game'] === undefined || bet.game === query['game'])
      .filter(({ seeds }) => [undefined, seeds.serverSeedHash].includes(query['serverSeedHash']))
      .filter((bet) => query['result'] !== 'won' || units(bet.payout) > units(bet.stake))
    const page = found.slice(0, size)
    const next = found.length > size ? (page.at(-1)?.id ?? null) : null
    if (query['receipts'] === undefined) return { bets: page, next }
    return { ...forge({ bets: page.map(shown), receipts: receiptsOf(page.map(({ id }) => id)) }), next }
  }

  function chain({ serverSeedHash, after }: Record<string, string | undefined>) {
    const all = signer?.all() ?? []
    const isOfPair = ({ receipt }: Receipt) =>
      serverSeedHash === undefined || receipt.includes(`"serverSeedHash":"${serverSeedHash}"`)
    const from = after === undefined ? all.findIndex(isOfPair) : Number(after.split('-')[0])
    const end = all.findLastIndex(isOfPair) + 1
    const page = all.slice(Math.max(from, 0), Math.min(from + 3, end))
    const next = from + 3 < end ? `${from + 3}-${end}` : null
    return { receipts: hold(page), next }
  }

  function carryOut(endpoint: Endpoint, { body, params, query }: CallOptions<Endpoint>): unknown {
    const fields = (params ?? {}) as Record<string, string>
    const ordered = body as never
    switch (endpoint) {
      case listBalances:
        return [...balances].map(([coin, held]) => ({
          coin,
          available: decimal(held),
          locked: '0',
          pending: '0',
        }))
      case listBetLimits:
        return [...balances.keys()].map((coin) => ({
          coin,
          decimals: DECIMALS,
          minStake: '0.01',
          maxStake: '1000',
          maxPayout: '100000',
        }))
      case listRounds:
        return {
          rounds: [...rounds.values()].map(({ wire }) => wire),
          receipts: query === undefined ? undefined : receiptsOf([...rounds.keys()]),
        }
      case exportMore: {
        // Two pages, if there is enough.
        const items = exported[fields['list'] as ExportList] ?? []
        const from = Number(query?.['after'] ?? 0)
        return { items: items.slice(from, from + 1), next: items.length > from + 1 ? `${from + 1}` : null }
      }
      case getConfig:
        return CONFIG_OF(signer ? [signer.key] : [])
      case getSeeds:
        return pairNow()
      case changeSeeds:
        return change(ordered)
      case listPastSeeds:
        return { pairs: past.map(revealed), next: null }
      case placeBet: {
        const order = ordered as v.InferOutput<typeof placeBet.body>
        return once(order.idempotencyKey, () => place(order))
      }
      case getBetByKey:
        return answers.get(fields['key'] ?? '') ?? refuse('not_found')
      case takeStep: {
        const { idempotencyKey, step: asked } = ordered as v.InferOutput<typeof takeStep.body>
        return once(idempotencyKey, () => step(fields['id'] ?? '', asked))
      }
      case cashOut: {
        const { idempotencyKey } = ordered as v.InferOutput<typeof cashOut.body>
        return once(idempotencyKey, () => step(fields['id'] ?? '', null))
      }
      case listBets:
        return list(query ?? {})
      case listReceipts:
        return chain(query ?? {})
      case getBet: {
        const bet = bets.find(({ id }) => id === fields['id'])
        return bet ? { bet, receipts: signer?.ofBet(bet.id) ?? [] } : refuse('not_found')
      }
      default:
        return refuse('not_found')
    }
  }

  const call = (async (endpoint: Endpoint, options: CallOptions<Endpoint> = {}) => {
    calls.push(`${endpoint.method} ${endpoint.path}`)
    const fate = fates.get(endpoint)?.shift()
    await Promise.resolve()
    if (fate === 'lost') throw new ApiError('network', 'The server could not be reached')
    if (typeof fate === 'object' && 'refused' in fate) refuse(fate.refused)
    if (endpoint.body) v.parse(endpoint.body, options.body)
    const answer = carryOut(endpoint, options)
    // A copy from now: later changes must not reach this answer.
    const sent = v.parse(endpoint.data, JSON.parse(JSON.stringify(answer)))
    if (fate === 'unanswered') throw new ApiError('timeout', 'No answer within 6000 ms')
    if (fate instanceof Promise) await fate
    return sent
  }) as ApiClient['call']

  return {
    call,
    calls,
    bets,
    /** Sets the fates of the next calls of an endpoint, in order. */
    next(endpoint: Endpoint, ...ordered: readonly Fate[]) {
      fates.set(endpoint, [...(fates.get(endpoint) ?? []), ...ordered])
    },
    count: (endpoint: Endpoint) =>
      calls.filter((called) => called === `${endpoint.method} ${endpoint.path}`).length,
    /** Changes all later answers with bets and receipts. */
    forge(change: typeof forge) {
      forge = change
    },
    /** Changes the receipts in answers of the chain. */
    forgeChain(change: typeof hold) {
      hold = change
    },
    /** Sets the lists of the export. */
    exports(lists: typeof exported) {
      exported = lists
    },
    deposit: (coin: string, amount: bigint) => balances.set(coin, (balances.get(coin) ?? 0n) + amount),
    /** Acts as another device. */
    elsewhere: { place, step },
  }
}

/** An engine for USDT, its account, and its connection. Waiting takes no time. */
export function startServerPlay(
  server: ReturnType<typeof createPlayServer>,
  options: Partial<ServerAccountOptions> = {},
) {
  const connection = createStore<Connection>('online')
  let time = 1_700_000_000_000
  const account = createServerAccount({
    uid: 7,
    call: server.call,
    connection,
    // Fixed random bytes: the first tile of the first round is a gem.
    random: (bytes) => bytes.fill(1),
    now: () => time,
    async wait(milliseconds) {
      time += milliseconds
      await new Promise((resolve) => setTimeout(resolve, 1))
    },
    ...options,
  })
  return { connection, account, engine: createServerEngine(account, 'usdt-tron') }
}
