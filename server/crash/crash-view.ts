import type * as v from 'valibot'
import {
  CRASH_ROUNDS_OF_DAY_PER_PAGE,
  CRASH_ROUNDS_PER_PAGE,
  type CrashChainSchema,
  type CrashRound,
  type CrashSnapshot,
  type listCrashRounds,
} from '#contract/crash.ts'
import type { DataOf, ParsedRequest } from '#contract/endpoint.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { toCrashBet } from './crash-bets.ts'
import type { Chain } from './crash-chain.ts'
import { readEndedOn } from './crash-day.ts'
import { readOwnBets, readRoundBets, type RoundBets } from './crash-list.ts'
import { currentRound, Kept, type CrashProcess } from './crash-process.ts'
import { readEnded, toCrashRound, type CrashRow, type Totals } from './crash-rounds.ts'

const LIST_KEEP_MS = 200

export async function readSnapshot(process: CrashProcess, uid: number | null): Promise<CrashSnapshot> {
  const { db, clock, plays } = process
  // First: what is read afterwards is never older than that.
  const before = process.heard
  const row = await currentRound(process)
  const id = String(row.id)
  const [{ listed, totals }, ended, latency, voidCount] = await Promise.all([
    betsOf(process, id),
    process.latest.get(),
    process.latencies.read(),
    process.voids.get(),
  ])
  const rounds = [
    id,
    ...ended
      .filter((each) => each.id !== row.id)
      .slice(0, 1)
      .map((each) => String(each.id)),
  ]
  const mine = uid === null ? [] : await readOwnBets(db, bucketOf(uid), uid, rounds)
  return {
    now: clock(),
    seq: Math.max(row.seq, before?.round === id ? before.seq : 0),
    round: {
      ...(await shownRound(process, row, totals)),
      locksAt: row.status === 'betting' ? (row.locks_at?.getTime() ?? null) : null,
      listed: [...listed],
    },
    mine: await Promise.all(mine.map(async (bet) => toCrashBet(bet, await plays.decimalsOf(bet.coin)))),
    last: await Promise.all(ended.map((each) => shownRound(process, each))),
    latency,
    voids: voidCount,
  }
}

export async function listEndedRounds(
  process: CrashProcess,
  { after, day }: ParsedRequest<typeof listCrashRounds>['query'],
): Promise<DataOf<typeof listCrashRounds>> {
  const { db } = process
  const most = day === undefined ? CRASH_ROUNDS_PER_PAGE : CRASH_ROUNDS_OF_DAY_PER_PAGE
  const rows =
    day === undefined
      ? await readEnded(db, most + 1, after)
      : await readEndedOn(db, day, { limit: most + 1, after })
  const page = rows.slice(0, most)
  const last = rows.length > most ? page.at(-1) : undefined
  return {
    rounds: await Promise.all(page.map((row) => shownRound(process, row))),
    next: last ? String(last.id) : null,
    ...(day !== undefined && { day }),
  }
}

export async function readChain({
  chains,
  beacon,
}: CrashProcess): Promise<v.InferOutput<typeof CrashChainSchema>> {
  const { lastHash, length, played, publishedAt, successor, earlier } = await chains.state()
  const published = (chain: Chain) => ({
    lastHash: chain.lastHash,
    length: chain.length,
    publishedAt: chain.publishedAt.toISOString(),
  })
  return {
    lastHash,
    length,
    played,
    saltRule: beacon.rule,
    publishedAt: publishedAt.toISOString(),
    successor: successor && published(successor),
    earlier: earlier.map(published),
  }
}

function betsOf(process: CrashProcess, round: string): Promise<RoundBets> {
  if (process.list?.round !== round) {
    process.list = { round, bets: new Kept(LIST_KEEP_MS, () => readRoundBets(process.db, round)) }
  }
  return process.list.bets.get()
}

const shownRound = async ({ chains }: CrashProcess, row: CrashRow, live?: Totals): Promise<CrashRound> =>
  toCrashRound(row, (await chains.byId(row.chain)).lastHash, live)
