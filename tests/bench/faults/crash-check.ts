import type { CrashStatus } from '#contract/crash.ts'
import { crashOutcome, crashCashOutAt } from '#rules/crash/crash.ts'
import { payoutOf } from '#fair/multiplier.ts'
import { crashAutoOf, crashEndOf, crashPartsMultiplier, crashShareLeft } from '#rules/crash/crash-curve.ts'
import { isOpen } from '#server/crash/crash-rounds.ts'
import { checkReceipts, checkSums } from './bet-check.ts'
import { readBetFacts, readTold, type Told } from './bet-facts.ts'
import type { Check } from './check.ts'
import type { CrashKiller, LeaderLoss } from './crash-kills.ts'
import { readTransitions, type Transition } from './crash-log.ts'
import type { CrashOperation, CrashPlayers } from './crash-players.ts'
import type { Queries } from './database-pair.ts'

/** The published rule. */
const TAKEOVER_WITHIN_MS = 3_000
const [BETTING_MS, AHEAD_MS] = [6_000, 300]
/** Difference between two readings of the same machine's clock. */
const CLOCK_MS = 5
/** A process has noticed a jump of its clock by then. */
const STEPPED_MS = 2_500

interface Row {
  readonly id: string
  readonly status: CrashStatus
  readonly start_at: Date | null
  readonly locked_at: Date | null
  readonly beacon_round: string | null
  readonly game_hash: string | null
  readonly salt: string | null
  readonly point: number | null
  readonly rest: 'lost' | 'refund' | null
}

interface Part {
  readonly share: number
  readonly point: number
  readonly by: 'player' | 'target' | 'cap' | 'takeover' | 'refund'
  readonly arrivedMs: number | null
}

interface BetRow {
  readonly account_id: number
  readonly id: string
  readonly key: string
  readonly crash_round: string
  readonly stake: string
  readonly payout: string | null
  readonly params: { readonly target: number | null; readonly cap: number }
  readonly steps: readonly Part[] | null
  readonly step_keys: readonly string[] | null
  readonly ended_by: string | null
}

/** Compares the database, and the final lists of players, with their answers and with the rules. */
export async function checkCrash(db: Queries, players: CrashPlayers, killer: CrashKiller): Promise<Check[]> {
  const read = async <T extends object>(query: string) => (await db.query<T>(query)).rows
  const rounds = await read<Row>('select *, point::float8 as point from crash_round order by id')
  const bets = await read<BetRow>(
    `select account_id, id, key, crash_round, stake, payout, params, steps, step_keys, ended_by from bet
     where crash_round is not null
     union all
     select account_id, id, key, crash_round, stake, null, params, steps, step_keys, null from round
     where crash_round is not null`,
  )
  const [base] = await read<{ base_block: string; base_at: Date; block_ms: number }>(
    `select base_block, base_at, block_ms from practice_chain where chain = 'tron-practice'`,
  )
  const transitions = await readTransitions(db)
  const facts = await readBetFacts(db, players)
  const told = new Map<number, Told>()
  for (const player of players.players) told.set(player.uid, await readTold(players, player))
  const byId = new Map(rounds.map((row) => [row.id, row]))
  const settled = rounds.filter(({ status }) => status === 'settled')
  const { losses, troubles, takeoversMs } = killer
  const isSpared = (from: number, to: number) =>
    !troubles.some((each) => from < each.to + STEPPED_MS && to > each.from)

  return [
    {
      name: 'bets: each acknowledged one is there once, none that was refused; each is over',
      compared: players.operations.length,
      faults: compareAsked(players.operations, bets),
    },
    {
      name: 'stakes: each paid, lost or given back, as its round and its own cash-outs say',
      compared: bets.length,
      faults: bets.flatMap((bet) => checkBet(bet, byId.get(bet.crash_round))),
    },
    {
      name: 'rounds that a leader has left: by the published rule',
      compared: losses.length,
      faults: losses
        .filter((loss, n) => !losses.slice(n + 1).some(({ round }) => round === loss.round))
        // Another fault in the same round may have refunded the rest.
        .filter(({ round, status }) => status === 'betting' || isSpared(...spanOf(transitions, round)))
        .flatMap((loss) => checkLoss(loss, byId.get(loss.round))),
    },
    {
      name: 'rounds that nobody disturbed: nothing was given back',
      compared: settled.length,
      faults: rounds
        .filter(({ id, status }) => !isOpen({ status }) && isUndisturbed(transitions, id, isSpared))
        .filter(({ status, rest }) => status !== 'settled' || rest !== 'lost')
        .map(({ id, status, rest }) => `round ${id} is ${status}, and its rest ${rest}`),
    },
    {
      name: 'moments of rounds, by the clock of the database: none too early',
      compared: transitions.length,
      faults: rounds.flatMap((row) => checkMoments(row, transitions, base)),
    },
    {
      name: 'cash-outs: each stamped between its sending and its answer',
      compared: players.operations.filter(({ kind, acknowledged }) => kind === 'cash-out' && acknowledged)
        .length,
      faults: players.operations.flatMap((each) => checkStamp(each, bets, byId, isSpared)),
    },
    {
      name: `takeovers: p50 ${Math.round(quantile(takeoversMs, 0.5))} ms, at most ${Math.round(quantile(takeoversMs, 1))} ms`,
      compared: takeoversMs.length,
      faults: takeoversMs
        .filter((ms) => ms > TAKEOVER_WITHIN_MS)
        .map((ms) => `a takeover took ${Math.round(ms)} ms`),
    },
    await checkReceipts(players, facts, told),
    {
      name: 'sums of each player: what came in and what the bets made',
      compared: players.players.length,
      faults: players.players.flatMap((player) =>
        checkSums(player, told.get(player.uid) ?? { bets: [], pairs: [], held: new Map() }, facts),
      ),
    },
  ]
}

function compareAsked(operations: readonly CrashOperation[], bets: readonly BetRow[]): string[] {
  const byKey = new Map<string, BetRow[]>()
  const byStep = new Map<string, BetRow>()
  for (const bet of bets) {
    byKey.set(bet.key, [...(byKey.get(bet.key) ?? []), bet])
    for (const key of bet.step_keys ?? []) byStep.set(key, bet)
  }
  const asked = new Set(operations.filter(({ kind }) => kind === 'bet').map(({ key }) => key))
  return [
    ...bets.filter(({ key }) => !asked.has(key)).map(({ id }) => `bet ${id} was made by nobody`),
    ...bets.filter((bet) => bet.ended_by === null).map(({ id }) => `bet ${id} is not over`),
    ...operations.flatMap(({ kind, uid, key, acknowledged, refused, isDoubtful }) => {
      const name = `${kind} ${key} of player ${uid}`
      const [row, ...more] = kind === 'cash-out' ? [byStep.get(key)] : (byKey.get(key) ?? [])
      if (more.length > 0) return [`${name} is there ${more.length + 1} times`]
      if (!acknowledged) {
        if (refused === null) return [`${name} never had an answer`]
        if (kind === 'cancel')
          return row?.ended_by === 'cancelled' ? [`${name} was refused, and is done`] : []
        return row && !isDoubtful ? [`${name} was refused (${refused}), and is there`] : []
      }
      if (!row || row.account_id !== uid || row.id !== acknowledged.id)
        return [`${name} was acknowledged, and is not there`]
      if (kind === 'cancel' && row.ended_by !== 'cancelled')
        return [`${name} was acknowledged, and the bet ended by ${row.ended_by}`]
      // A cash-out is final.
      const lost = acknowledged.cashOuts.filter(
        ({ share, multiplier }) =>
          !row.steps?.some((part) => part.share === share && part.point === Math.round(multiplier * 100)),
      )
      return lost.length === 0 ? [] : [`${name} was answered a cash-out that is not there`]
    }),
  ]
}

/** Uses no code of the server: the payouts of a bet by its own parts and its round. */
function checkBet(bet: BetRow, round: Row | undefined): string[] {
  const fault = (what: string) => [
    `bet ${bet.id} of round ${bet.crash_round} ${what}: ${JSON.stringify(bet)}`,
  ]
  const { steps: parts, ended_by: endedBy, payout } = bet
  if (!round || endedBy === null || payout === null || !parts) return fault('is not over')
  const point = round.status === 'settled' ? round.point : null
  const auto = crashAutoOf(bet.params)
  for (const part of parts) {
    if (part.by === 'refund') continue
    if (point === null) return fault('was cashed out in a void round')
    const should =
      part.by === 'player'
        ? crashCashOutAt(part.arrivedMs ?? -1, point)
        : auto.point <= point
          ? auto.point
          : undefined
    if (part.point !== should) return fault(`was cashed out at ${part.point} instead of ${should}`)
    if (part.by === 'player' && auto.point < part.point) return fault('rode on beyond its target')
  }
  const taken = parts.filter(({ by }) => by !== 'refund')
  const left = crashShareLeft(taken)
  const isReached = point !== null && auto.point <= point
  const wanted =
    left === 0
      ? 'cash-out'
      : endedBy === 'cancelled'
        ? 'cancelled'
        : point === null || round.rest === 'refund'
          ? 'void'
          : 'crash'
  if (left > 0 && isReached && endedBy !== 'cancelled')
    return fault('has reached its target, and was not paid')
  if (endedBy !== wanted) return fault(`should have ended by ${wanted}`)
  const multiplier =
    crashPartsMultiplier(taken) +
    (wanted === 'void' || wanted === 'cancelled' ? crashPartsMultiplier([{ share: left, point: 100 }]) : 0)
  const paid = payoutOf(BigInt(bet.stake), multiplier)
  return BigInt(payout) === paid ? [] : fault(`was paid ${payout} instead of ${paid}`)
}

function checkLoss({ round: id, status, rest, heardAt }: LeaderLoss, round: Row | undefined): string[] {
  if (!round) return [`round ${id} is not there`]
  const isAs = (state: CrashStatus, left: Row['rest']) =>
    round.status === state && round.rest === left
      ? []
      : [
          `round ${id}, left ${status}, is ${round.status} and its rest ${round.rest}, not ${state} and ${left}`,
        ]
  switch (status) {
    case 'committed':
    case 'betting':
      return isAs('void', 'refund')
    case 'locked':
      return rest === 'refund' ? isAs('void', 'refund') : isAs('settled', 'lost')
    case 'running': {
      const endAt = (round.start_at?.getTime() ?? 0) + crashEndOf(round.point ?? 100)
      return isAs('settled', rest ?? (heardAt < endAt ? 'refund' : 'lost'))
    }
    default:
      return isAs(status === 'void' ? 'void' : 'settled', rest)
  }
}

/** True if one process led it from its beginning to its end, without any other fault. */
function isUndisturbed(
  transitions: readonly Transition[],
  id: string,
  isSpared: (from: number, to: number) => boolean,
): boolean {
  const own = transitions.filter(({ round }) => round === id)
  return new Set(own.map(({ epoch }) => epoch)).size === 1 && isSpared(...spanOf(transitions, id))
}

/** Beginning and end of a round, in milliseconds since the epoch. */
function spanOf(transitions: readonly Transition[], id: string): readonly [number, number] {
  const own = transitions.filter(({ round }) => round === id)
  return [own[0]?.at ?? 0, own.at(-1)?.at ?? Infinity]
}

function checkMoments(
  row: Row,
  transitions: readonly Transition[],
  base: { readonly base_block: string; readonly base_at: Date; readonly block_ms: number } | undefined,
): string[] {
  const at = new Map(
    transitions.filter(({ round }) => round === row.id).map((each) => [each.status, each.at]),
  )
  const of = (status: CrashStatus) => at.get(status) ?? NaN
  const faults: string[] = []
  const atLeast = (ms: number, least: number, what: string) => {
    if (ms < least - CLOCK_MS) faults.push(`round ${row.id}: ${what} ${Math.round(least - ms)} ms too early`)
  }
  const isWhole = row.status === 'settled'
  if (isWhole) atLeast(of('locked') - of('betting'), BETTING_MS, 'no bets taken any more')
  const [lockedAt, startAt] = [row.locked_at?.getTime() ?? NaN, row.start_at?.getTime() ?? NaN]
  if (row.salt !== null) atLeast(lockedAt, of('locked'), 'the beacon asked for a value')
  atLeast(startAt - of('running'), AHEAD_MS, 'the start')
  if (row.point === null) return faults
  atLeast(of('crashed'), startAt + crashEndOf(row.point), 'the crash told')
  if (crashOutcome(row.game_hash ?? '', row.salt ?? '') !== row.point)
    faults.push(`round ${row.id}: ${row.point} does not follow from hash and salt`)
  const due =
    base && Number(base.base_block) + Math.floor((lockedAt - base.base_at.getTime()) / base.block_ms)
  if (Number(row.beacon_round) !== Number(due) + 1)
    faults.push(`round ${row.id}: the salt is of block ${row.beacon_round} and not of ${Number(due) + 1}`)
  return faults
}

/** Only for times when every clock was right. */
function checkStamp(
  { kind, key, acknowledged, sentAt, answeredAt }: CrashOperation,
  bets: readonly BetRow[],
  rounds: ReadonlyMap<string, Row>,
  isSpared: (from: number, to: number) => boolean,
): string[] {
  if (kind !== 'cash-out' || !acknowledged || !isSpared(sentAt, answeredAt)) return []
  const bet = bets.find(({ step_keys: keys }) => keys?.includes(key))
  const startAt = rounds.get(bet?.crash_round ?? '')?.start_at?.getTime() ?? NaN
  const part = bet?.steps?.[bet.step_keys?.indexOf(key) ?? -1]
  // It was cashed out at its target before.
  if (part && part.by !== 'player') return []
  const stamp = startAt + (part?.arrivedMs ?? NaN)
  return stamp >= sentAt - CLOCK_MS && stamp <= answeredAt + CLOCK_MS
    ? []
    : [`cash-out ${key} was sent at ${sentAt}, answered at ${answeredAt} and stamped ${stamp}`]
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? NaN
}
