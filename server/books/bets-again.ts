import { sql, type Selectable } from 'kysely'
import { canonicalJson } from '#fair/canonical-json.ts'
import { crashAutoOf, crashPartsMultiplier, crashPointAt, crashShareLeft } from '#rules/crash/crash-curve.ts'
import { MULTIPLIER_SCALE, type Multiplier } from '#fair/multiplier.ts'
import { NO_RECEIPT_BEFORE } from '#fair/receipt.ts'
import { crashEdge } from '#rules/crash/crash.ts'
import { rulesOf } from '#rules/games.ts'
import { roundRulesOf } from '#rules/plan/bet.ts'
import { isSameValue } from '#rules/same-value.ts'
import { sharedRoundOf } from '#server/crash/crash-points.ts'
import type { CrashRow } from '#server/crash/crash-rounds.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { BUCKETS } from '#server/ledger/bucket.ts'
import { edgeOf, inBasisPoints } from '#server/play/plan-play.ts'
import {
  drawnOf,
  openRoundOf,
  settledBetOf,
  type OpenRound,
  type SettledBet,
} from '#server/play/play-record.ts'
import {
  hashOfText,
  playerName,
  receiptOfRound,
  receiptOfSettled,
  receiptOfSharedBet,
  receiptOfSharedEnd,
  receiptOfSharedPart,
  receiptOfStep,
} from '#server/play/receipt-text.ts'
import { openServerSeed } from '#server/play/seed-pairs.ts'
import {
  openSharedBetOf,
  settledSharedBetOf,
  type OpenSharedBet,
  type SettledSharedBet,
} from '#server/play/shared-record.ts'
import type { FaultKind } from './faults.ts'
import { createSignatures, type Signatures } from './signatures.ts'
import { Faults, type House, type Thorough } from './comparison.ts'

const PAGE = 500
const MOST_EDGES = 20_000

type ReceiptRow = Selectable<Tables['receipt']>
type AnyBet = OpenRound | SettledBet | OpenSharedBet | SettledSharedBet
type PairRow = Selectable<Tables['seed_pair']>
type Wrong = readonly [kind: FaultKind, what: string]

/**
 * Writes each receipt's text again from its bet or open round and checks its signature. The rules of the game make the
 * bet's result again from what its seeds draw.
 */
export const BETS_AGAIN: Thorough = {
  what: 'receipts: text written again from the bet or open round, signature; result, multiplier and edge by the rules of the game, drawn again from the seeds',
  async read(trx, house) {
    const faults = new Faults()
    const signatures = await createSignatures(trx)
    const { rows: coins } = await sql<{
      id: string
      decimals: number
    }>`select id, decimals from coin`.execute(trx)
    const reader = createReader(trx, house, faults, new Map(coins.map(({ id, decimals }) => [id, decimals])))
    let count = 0
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      for await (const page of pagesOf(trx, bucket)) {
        count += page.length
        const verified = verifyAll(page, signatures, faults)
        await readPage(reader, bucket, page)
        await verified
      }
    }
    return { count, faults: faults.all }
  },
}

async function* pagesOf(trx: Database, bucket: number): AsyncGenerator<ReceiptRow[]> {
  for (let [account, sequence] = [-1, '0']; ;) {
    const rows = await trx
      .selectFrom('receipt')
      .selectAll()
      .where('bucket', '=', bucket)
      .where(sql<boolean>`(account_id, sequence) > (${account}::integer, ${sequence}::bigint)`)
      .orderBy('account_id')
      .orderBy('sequence')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    ;[account, sequence] = [last.account_id, last.sequence]
  }
}

async function verifyAll(page: readonly ReceiptRow[], signatures: Signatures, faults: Faults): Promise<void> {
  const areSigned = await Promise.all(page.map((row) => signatures.isSigned(row)))
  for (const [index, isSigned] of areSigned.entries()) {
    const row = page[index]
    if (row && !isSigned)
      faults.add(
        'signature_differs',
        `receipt ${row.sequence} of player ${row.account_id}: not signed by the key ${row.kid}`,
      )
  }
}

interface Reader {
  readonly trx: Database
  readonly secrets: House['secrets']
  readonly faults: Faults
  readonly decimals: ReadonlyMap<string, number>
  readonly edgeBps: Remembered<string, number>
  readonly names: Remembered<number, string>
  readonly seeds: Remembered<string, string | null>
  /** By the chain's id. */
  readonly chains: Map<number, string>
  /** The latest receipt: the next one of the same player must have its hash. */
  before: { readonly account: number; readonly hash: string } | undefined
}

interface Placed {
  readonly bet: AnyBet
  readonly pair: PairRow | undefined
  readonly crash: CrashRow | undefined
}

const createReader = (
  trx: Database,
  { secrets }: House,
  faults: Faults,
  decimals: ReadonlyMap<string, number>,
): Reader => ({
  trx,
  secrets,
  faults,
  decimals,
  edgeBps: remembered(MOST_EDGES),
  names: remembered(PAGE),
  seeds: remembered(PAGE),
  chains: new Map(),
  before: undefined,
})

async function readPage(reader: Reader, bucket: number, rows: readonly ReceiptRow[]): Promise<void> {
  const { faults } = reader
  const placedOf = await readPlaced(reader, bucket, rows)
  for (const row of rows) {
    const { before } = reader
    const prev = before?.account === row.account_id ? before.hash : NO_RECEIPT_BEFORE
    reader.before = { account: row.account_id, hash: hashOfText(row.text) }
    const named = `bet ${row.bet_id} of player ${row.account_id}`
    try {
      const placed = placedOf(row)
      // The comparison of receipts with the register says that there is no bet.
      if (!placed) continue
      const fields = differing(reader, row, placed, prev)
      if (fields.length > 0)
        faults.add(
          'receipt_differs',
          `receipt ${row.sequence} of player ${row.account_id}, of bet ${row.bet_id}: ${fields.join(', ')}`,
        )
      const isLast = placed.bet.receipts.at(-1) === BigInt(row.sequence)
      if (isLast)
        for (const [kind, what] of wrongWith(reader, row.account_id, placed))
          faults.add(kind, `${named}: ${what}`)
    } catch (error) {
      // The rules throw for params and steps that no player can have sent.
      faults.add('bet_rules_differ', `${named}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

async function readPlaced(
  { trx, chains }: Reader,
  bucket: number,
  page: readonly ReceiptRow[],
): Promise<(receipt: ReceiptRow) => Placed | undefined> {
  const asked = JSON.stringify(page.map(({ account_id, bet_id: id }) => ({ account_id, id })))
  const isAsked = sql<boolean>`(account_id, id) in (
    select account_id, id from json_to_recordset(${asked}::json) as asked (account_id integer, id bigint))`
  const bets = await trx.selectFrom('bet').selectAll().where('bucket', '=', bucket).where(isAsked).execute()
  const rounds = await trx
    .selectFrom('round')
    .selectAll()
    .where('bucket', '=', bucket)
    .where(isAsked)
    .execute()
  const rows = [...bets, ...rounds]
  const ordinals = JSON.stringify(
    rows.flatMap(({ account_id, pair }) => (pair === null ? [] : [{ account_id, ordinal: pair }])),
  )
  const pairs = await trx
    .selectFrom('seed_pair')
    .selectAll()
    .where('bucket', '=', bucket)
    .where(
      sql<boolean>`(account_id, ordinal) in (
        select account_id, ordinal from json_to_recordset(${ordinals}::json) as asked (account_id integer, ordinal integer))`,
    )
    .execute()
  const shared = [...new Set(rows.flatMap(({ crash_round: id }) => (id === null ? [] : [id])))]
  const crashes =
    shared.length === 0
      ? []
      : await trx.selectFrom('crash_round').selectAll().where('id', 'in', shared).execute()
  for (const { chain } of crashes) {
    if (chains.has(chain)) continue
    const row = await trx
      .selectFrom('crash_chain')
      .select('last_hash')
      .where('id', '=', chain)
      .executeTakeFirst()
    chains.set(chain, row?.last_hash ?? '')
  }
  const named = (uid: number, id: string | number) => `${uid} ${id}`
  const settled = new Map(bets.map((row) => [named(row.account_id, row.id), row]))
  const open = new Map(rounds.map((row) => [named(row.account_id, row.id), row]))
  const pairOf = new Map(pairs.map((row) => [named(row.account_id, row.ordinal), row]))
  const crashOf = new Map(crashes.map((row) => [String(row.id), row]))
  return ({ account_id: uid, bet_id: id }: ReceiptRow) => {
    const bet = settled.get(named(uid, id))
    const round = open.get(named(uid, id))
    const row = bet ?? round
    if (!row) return undefined
    return {
      bet: bet
        ? bet.crash_round === null
          ? settledBetOf(bet)
          : settledSharedBetOf(bet)
        : openOf(round as Selectable<Tables['round']>),
      pair: row.pair === null ? undefined : pairOf.get(named(uid, row.pair)),
      crash: row.crash_round === null ? undefined : crashOf.get(String(row.crash_round)),
    }
  }
}

/** Names of fields. */
function differing(
  reader: Reader,
  { account_id: uid, sequence, text }: ReceiptRow,
  placed: Placed,
  prev: string,
): string[] {
  const said = fieldsOf(text)
  if (said === undefined || canonicalJson(said) !== text) return ['no text that the house writes']
  const expected = expectedText(reader, uid, BigInt(sequence), placed, prev, said)
  if (expected === text) return []
  const due = fieldsOf(expected) ?? {}
  return [...new Set([...Object.keys(due), ...Object.keys(said)])].filter(
    (name) => !isSameValue(due[name], said[name]),
  )
}

function expectedText(
  reader: Reader,
  uid: number,
  sequence: bigint,
  { bet, pair, crash }: Placed,
  prev: string,
  said: Readonly<Record<string, unknown>>,
): string {
  const place = bet.receipts.indexOf(sequence)
  const isLast = place === bet.receipts.length - 1
  const isOver = 'payout' in bet
  const endAt = isOver ? bet.at : bet.touchedAt
  const saidAt = typeof said['at'] === 'string' ? Date.parse(said['at']) : NaN
  const isBetween = saidAt >= bet.placedAt && saidAt <= endAt
  const about = {
    key: place === 0 ? bet.key : (bet.stepKeys[place - 1] ?? bet.key),
    player: nameOf(reader, uid) ?? String(said['player']),
    decimals: reader.decimals.get(bet.coin) ?? 0,
    at: place === 0 ? bet.placedAt : isLast || !isBetween ? endAt : saidAt,
    prev,
  }
  if ('sharedRound' in bet) {
    if (!crash) throw new Error(`there is no round ${bet.sharedRound} of Crash`)
    const shared = sharedRoundOf(crash, { lastHash: reader.chains.get(crash.chain) ?? '' })
    if (place === 0) return receiptOfSharedBet(bet, shared, about)
    if (!isOver || !isLast)
      return receiptOfSharedPart({ ...bet, steps: bet.steps.slice(0, place) }, shared, about)
    // The receipt of a bet that ended before the crash does not know the point, that of a cancelled one not the start.
    const isTold = said['outcome'] !== null || bet.endedBy === 'crash'
    const known = { ...shared, point: isTold ? shared.point : null }
    return receiptOfSharedEnd(bet, bet.endedBy === 'cancelled' ? { ...known, startAt: null } : known, about)
  }
  if (!pair || pair.client_seed === null) throw new Error(`there is no pair ${bet.pair} of seeds`)
  const more = { ...about, pair: { ordinal: pair.ordinal, hash: pair.hash, clientSeed: pair.client_seed } }
  if (isOver && isLast) return receiptOfSettled(bet, bet.receipts.length === 1 ? 'bet' : 'settle', more)
  const round = { ...bet, touchedAt: endAt, steps: bet.steps.slice(0, place) }
  if (place === 0) return receiptOfRound(round, more)
  return receiptOfStep(round, isOver ? bet.outcome : shownOf(reader, uid, bet, pair, said), more)
}

/** Outcome as far as the open round shows it; taken from its receipt if the seeds cannot be opened. */
function shownOf(
  reader: Reader,
  uid: number,
  bet: OpenRound,
  pair: PairRow,
  said: Readonly<Record<string, unknown>>,
): unknown {
  const serverSeed = seedOf(reader, uid, pair)
  if (serverSeed !== null) return drawnOf(bet, { serverSeed, clientSeed: pair.client_seed ?? '' })
  const view = said['view']
  return typeof view === 'object' && view !== null && 'cards' in view ? view.cards : []
}

function wrongWith(reader: Reader, uid: number, { bet, pair, crash }: Placed): Wrong[] {
  if ('sharedRound' in bet) return wrongWithShared(bet, crash)
  const found: Wrong[] = []
  const { game, params, steps } = bet
  const rules = rulesOf(game)
  const bps = reader.edgeBps(`${game} ${JSON.stringify(params)}`, () => inBasisPoints(rules.edge(params)))
  const due = edgeOf(bet.usd, bps)
  if (bet.edgeUsd !== due) found.push(otherEdge(bet, due))
  const serverSeed = pair ? seedOf(reader, uid, pair) : null
  const drawn =
    serverSeed === null ? undefined : drawnOf(bet, { serverSeed, clientSeed: pair?.client_seed ?? '' })
  if (!('payout' in bet)) {
    if (drawn !== undefined && replayed(bet, drawn).end !== undefined)
      found.push(['bet_rules_differ', 'it is open, and its last step has ended it'])
    return found
  }
  if (drawn !== undefined) {
    const outcome = rules.kind === 'round' ? rules.settledOutcome({ params, outcome: drawn, steps }) : drawn
    if (!isSameValue(outcome, bet.outcome))
      found.push([
        'outcome_differs',
        `${JSON.stringify(bet.outcome)} instead of ${JSON.stringify(outcome)}, which its seeds draw`,
      ])
  }
  const made = madeOf(bet)
  if (made.multiplier !== bet.multiplier || made.endedBy !== bet.endedBy)
    found.push([
      'bet_rules_differ',
      `ended by ${bet.endedBy ?? 'its outcome'} with a multiplier of ${bet.multiplier}; the rules make ${made.multiplier ?? 'none'}, ended by ${made.endedBy ?? 'its outcome'}`,
    ])
  return found
}

function madeOf(
  bet: SettledBet,
): Pick<SettledBet, 'endedBy'> & { readonly multiplier: Multiplier | undefined } {
  const { game, params, outcome } = bet
  const rules = rulesOf(game)
  if (rules.kind === 'instant') return { multiplier: rules.multiplier(params, outcome), endedBy: null }
  const { end, value } = replayed(bet, outcome)
  if (end !== undefined) return { multiplier: end, endedBy: 'step' }
  // Nobody came back to a round in which nothing was risked: its stake is given back.
  if (bet.endedBy === 'lapsed') return { multiplier: value ?? MULTIPLIER_SCALE, endedBy: 'lapsed' }
  return { multiplier: value, endedBy: 'cash-out' }
}

const nameOf = ({ secrets, names }: Reader, uid: number): string | null =>
  secrets === null ? null : names(uid, () => playerName(secrets, uid))

/** Null if the seed cannot be opened here: `secrets-again.ts` reports that for each pair. */
function seedOf({ secrets, seeds }: Reader, uid: number, pair: PairRow): string | null {
  if (secrets === null) return null
  return seeds(`${uid} ${pair.ordinal}`, () => {
    try {
      return openServerSeed(secrets, uid, pair)
    } catch {
      return null
    }
  })
}

const otherEdge = ({ edgeUsd, usd }: AnyBet, due: bigint): Wrong => [
  'bet_rules_differ',
  `an edge of ${edgeUsd} instead of ${due} of a stake worth ${usd}`,
]

type Remembered<Key, Value> = (key: Key, make: () => Value) => Value

/** Makes each value once for its key. Forgets all of them once there are too many: a page asks for few. */
function remembered<Key, Value>(most: number): Remembered<Key, Value> {
  const known = new Map<Key, Value>()
  return (key, make) => {
    const value = known.has(key) ? (known.get(key) as Value) : make()
    if (known.size > most) known.clear()
    known.set(key, value)
    return value
  }
}

/** Undefined if the text is not a JSON object. */
function fieldsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** How the steps of a round end it, or its value after them. */
function replayed(
  { game, params, steps }: Pick<OpenRound, 'game' | 'params' | 'steps'>,
  outcome: unknown,
): { readonly end: Multiplier | undefined; readonly value: Multiplier | undefined } {
  const rules = roundRulesOf(game)
  for (const [index, step] of steps.entries()) {
    const end = rules.take({ params, outcome, steps: steps.slice(0, index) }, step)
    if (end === undefined) continue
    if (index < steps.length - 1) throw new Error(`step ${index + 1} of ${steps.length} has ended it`)
    return { end, value: undefined }
  }
  return { end: undefined, value: rules.value({ params, outcome, steps }) }
}

const openOf = (row: Selectable<Tables['round']>): OpenRound | OpenSharedBet =>
  row.crash_round === null ? openRoundOf(row) : openSharedBetOf(row)

/** Checks that each part could be taken out at its point; `crash.ts` checks that the round has reached it. */
function wrongWithShared(bet: OpenSharedBet | SettledSharedBet, crash: CrashRow | undefined): Wrong[] {
  const found: Wrong[] = []
  const due = edgeOf(bet.usd, inBasisPoints(crashEdge(bet.params.target)))
  // A part that was taken out where the curve begins has risked nothing.
  const isUnrisked = bet.steps.some(({ point }) => point <= 100)
  if (bet.edgeUsd !== due && !(isUnrisked && bet.edgeUsd < due)) found.push(otherEdge(bet, due))
  const auto = crashAutoOf(bet.params)
  for (const { by, point, arrivedMs } of bet.steps) {
    const isRight =
      by === 'player'
        ? arrivedMs !== null && crashPointAt(arrivedMs) === point && point <= auto.point
        : by === 'refund'
          ? point === 100
          : by === 'takeover'
            ? point === auto.point
            : point === auto.point && by === auto.by
    if (!isRight)
      found.push([
        'crash_bet_differs',
        `taken out at ${point} by ${by}, which arrived at ${arrivedMs ?? 'none'}`,
      ])
  }
  if (!('payout' in bet)) return found
  const made = crashPartsMultiplier(bet.steps)
  if (made !== bet.multiplier)
    found.push(['crash_bet_differs', `a multiplier of ${bet.multiplier}, and its parts make ${made}`])
  const point = crash?.point === null || crash?.point === undefined ? null : Number(crash.point)
  if (bet.endedBy === 'crash' && point !== null && auto.point <= point && crashShareLeft(bet.steps) > 0)
    found.push([
      'crash_bet_differs',
      `lost, and its round reached ${auto.point}, where it goes out by itself`,
    ])
  return found
}
