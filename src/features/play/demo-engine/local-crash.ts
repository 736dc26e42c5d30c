import type { CrashBet, CrashRound } from '#contract/crash.ts'
import type {
  CrashChainFacts,
  CrashOrder,
  CrashSeat,
  CrashTable,
  CrashView,
} from '#features/play/crash-table.ts'
import { crashShareLeft } from '#rules/crash/crash-curve.ts'
import { payoutOf } from '#fair/multiplier.ts'
import { createStartKeeper } from '#features/play/crash-start.ts'
import type { SettledCrashBet } from '#features/play/play-engine.ts'
import { PlayError } from '#features/play/play-error.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { createStore } from '#lib/store.ts'
import { isSameValue } from '#rules/same-value.ts'
import type { AccountRecord, RandomSource } from './account-record.ts'
import {
  addCrashBet,
  advanceCrash,
  cancelCrashBet,
  crashDueAt,
  createCrashRecord,
  isOver,
  paidOf,
  readCrashRecord,
  takeCrashBet,
  type CrashBetRecord,
  type CrashPaid,
  type CrashRecord,
  type CrashRoundRecord,
} from './crash-record.ts'
import { crashSettledOf } from './crash-bet-record.ts'
import { toSettledCrashBet } from './crash-settled-record.ts'
import { DEMO_COIN } from './demo-coin.ts'
import { DEMO_LIMITS } from './local-engine.ts'
import { createLocalAutoPlays, type LocalAutoPlays } from './local-auto-plays.ts'
import { toPlayError } from './play-failure.ts'
import type { PlayVault } from './play-vault.ts'

/** Nothing is due later than that without a look: a page that slept has missed its timer. */
const LONGEST_WAIT_MS = 1_000

export interface LocalCrashOptions {
  readonly vault: PlayVault
  readonly random?: RandomSource
  readonly now?: () => number
  readonly autoPlays?: LocalAutoPlays
  /** Told of the bets of a round that is over, once they are in the history. */
  readonly onSettled?: (bets: readonly SettledCrashBet[]) => void
}

interface Changed<T> {
  /** Undefined where nothing was changed. */
  readonly answer: T | undefined
  readonly record: CrashRecord
  /** New in the history. */
  readonly settled: readonly SettledCrashBet[]
}

/**
 * Rounds that this device makes for itself, with demonstration coins. They go on while somebody watches, in any tab:
 * each change is a transaction that looks first whether it is still due.
 */
export function createLocalCrash({
  vault,
  random = (bytes) => crypto.getRandomValues(bytes),
  // The same in all tabs, which a page's own clock is not after the device has slept.
  now = Date.now,
  autoPlays = createLocalAutoPlays(now),
  onSettled,
}: LocalCrashOptions): CrashTable {
  const view = createStore<CrashView | undefined>(undefined)
  const chain = createStore<CrashChainFacts | undefined>(undefined)
  const link = createStore<'live'>('live')
  const presses = new Map<string, number>()
  let watchers = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAdvancing = false
  let known: CrashRecord | undefined

  const showView = createStartKeeper((shown) => view.set(shown), now)
  function show(record: CrashRecord): void {
    if (known && isSameValue(known, record)) return
    known = record
    showView(viewOf(record))
    const { lastHash, length, played } = record.chain
    const shown = chain.get()
    if (shown?.lastHash === lastHash && shown.played === played) return
    const others = new Set(record.last.flatMap((round) => round.chain ?? []))
    others.delete(lastHash)
    chain.set({ lastHash, length, played, saltRule: 'device', others: [...others] })
  }

  /** Changes the record and pays in one transaction. */
  async function change<T>(
    work: (
      record: CrashRecord,
      account: AccountRecord,
    ) => (CrashPaid & { answer: T; staked?: bigint }) | undefined,
  ): Promise<T | undefined> {
    const { answer, record, settled } = await vault.change<Changed<T>>(async ({ transaction, account }) => {
      const [stored, current] = await Promise.all([transaction.crash(), account])
      const read = readCrashRecord(stored)
      const before = read ?? createCrashRecord(random, now())
      const changed = work(before, current)
      if (!changed) {
        if (!read) transaction.putCrash(before)
        return { answer: { answer: undefined, record: before, settled: [] } }
      }
      transaction.putCrash(changed.record)
      const balance = current.balance + (changed.paid.get(current.startedAt) ?? 0n) - (changed.staked ?? 0n)
      const { round, mine } = changed.record
      const isNewlyOver = isOver(round) && !(before.round.id === round.id && isOver(before.round))
      const ended = isNewlyOver ? mine.filter((bet) => bet.round === round.id).toReversed() : []
      const rows = ended.map((bet, index) => crashSettledOf(bet, round, current.lastBet + index + 1))
      for (const row of rows) transaction.addBet(row)
      return {
        answer: {
          answer: changed.answer,
          record: changed.record,
          settled: rows.map(toSettledCrashBet),
        },
        account: { ...current, balance, lastBet: current.lastBet + rows.length },
      }
    })
    show(record)
    // Whichever tab has ended them.
    for (const bet of record.mine) if (bet.status !== 'placed') autoPlays.settled(endOf(bet))
    if (settled.length > 0) onSettled?.(settled)
    return answer
  }

  /** Makes what is due, and comes back when the next thing is. */
  async function advance(): Promise<void> {
    clearTimeout(timer)
    if (isAdvancing || watchers === 0) return
    isAdvancing = true
    let isChanged = false
    try {
      await change((before) => {
        // Nobody looks: what has begun ends, and nothing new begins.
        const next = isOver(before.round) && isHidden() ? undefined : advanceCrash(before, now(), random)
        isChanged = next !== undefined
        return next && { ...next, answer: undefined }
      })
    } catch {
      // The storage does not answer: what the vault says of it is on screen, and the next look tries again.
      isChanged = false
    }
    isAdvancing = false
    if (watchers === 0) return
    const due = known ? crashDueAt(known) - now() : LONGEST_WAIT_MS
    timer = setTimeout(() => void advance(), Math.min(Math.max(due, isChanged ? 0 : 1), LONGEST_WAIT_MS))
  }

  const answered = async (work: () => Promise<CrashBetRecord | undefined>): Promise<CrashBet> => {
    try {
      const bet = await work()
      if (!bet) throw new PlayError('storage_failed', 'Nothing was changed')
      return toCrashBet(bet)
    } catch (error) {
      throw toPlayError(error, 'bet')
    } finally {
      void advance()
    }
  }

  const place = ({ key, stake, ...order }: CrashOrder) =>
    answered(async () => {
      const [target, autoPlay] = [order.target ?? null, order.autoPlay ?? null]
      try {
        const placed = await change((record, account) => {
          const known = record.mine.find((bet) => bet.key === key)
          if (known) return { record, paid: new Map(), answer: { bet: known, change: null } }
          const facts = {
            limits: DEMO_LIMITS,
            now: now(),
            run: autoPlays.current(),
            waiting: autoPlays.waiting(),
          }
          const wanted = { key, account: account.startedAt, stake, target, autoPlay }
          const { bet, ...added } = addCrashBet(record, wanted, facts)
          if (stake > account.balance)
            throw new PlayError('insufficient_balance', `${stake} is more than the balance`)
          return {
            record: added.record,
            paid: new Map(),
            staked: stake,
            answer: { bet, change: added.change },
          }
        })
        if (placed) autoPlays.placed({ key, autoPlay }, placed.change, placed.bet.status === 'placed')
        return placed?.bet
      } catch (error) {
        if (autoPlay) autoPlays.refused(error)
        throw error
      }
    })

  const seat: CrashSeat = {
    place,
    cancel: (betId) =>
      answered(() =>
        change((record) => {
          const { bet, ...cancelled } = cancelCrashBet(record, betId, now())
          return { ...cancelled, answer: bet }
        }),
      ),
    cashOut(betId, share, key) {
      const at = now()
      presses.set(key, at)
      return answered(() =>
        change((record) => {
          const { bet, ...taken } = takeCrashBet(record, betId, { share, key, at })
          return { ...taken, answer: bet }
        }),
      )
    },
  }

  vault.onOtherTab(() => void advance())

  return {
    view,
    chain,
    link,
    seat,
    now,
    isShared: false,
    pressedAt: (key) => presses.get(key),
    watch() {
      watchers += 1
      if (watchers === 1) void advance()
      return () => {
        watchers -= 1
        if (watchers === 0) clearTimeout(timer)
      }
    },
  }
}

function viewOf({ chain: { lastHash }, round, last, mine }: CrashRecord): CrashView {
  const inRound = (id: string) => mine.filter((bet) => bet.round === id && bet.status !== 'cancelled')
  return {
    round: {
      ...toCrashRound(round, lastHash, inRound(round.id)),
      locksAt: round.status === 'betting' ? round.locksAt : null,
      listed: [],
    },
    mine: mine.map(toCrashBet),
    last: [...(isOver(round) ? [round] : []), ...last].map((each) =>
      toCrashRound(each, lastHash, inRound(each.id)),
    ),
    latency: null,
    voids: last.filter(({ status }) => status === 'void').length,
  }
}

const isHidden = () => globalThis.document?.visibilityState === 'hidden'

/** What may be known of a round: hash, salt and point only when it is over. */
function toCrashRound(
  round: CrashRoundRecord,
  lastHash: string,
  bets: readonly CrashBetRecord[],
): CrashRound {
  const { id, game, chain = lastHash, status, startAt } = round
  const isPlayed = status === 'settled'
  return {
    id,
    game,
    chain,
    status,
    startAt,
    bets: bets.length,
    gameHash: isOver(round) ? round.gameHash : null,
    salt: isOver(round) ? round.salt : null,
    point: isPlayed && round.point !== null ? round.point / 100 : null,
    // Demonstration coins have no price.
    staked: '0',
    paid: '0',
  }
}

function toCrashBet(bet: CrashBetRecord): CrashBet {
  const { id, key, round, stake, target, cap, status, cashOuts } = bet
  return {
    id,
    key,
    round,
    coin: DEMO_COIN.coin,
    stake: decimalOf(stake),
    status,
    autoAt: target === null ? null : target / 100,
    capAt: cap / 100,
    cashOuts: cashOuts.map(({ share, multiplier, payout, by, arrivedMs, key: cashOutKey }) => ({
      share,
      by,
      arrivedMs,
      key: cashOutKey,
      multiplier: multiplier / 100,
      payout: decimalOf(payout),
    })),
    payout: decimalOf(paidOf(bet)),
  }
}

/** What a bet that is out has paid in all, the stake that came back included. */
const endOf = (bet: CrashBetRecord) => ({
  key: bet.key,
  stake: bet.stake,
  payout:
    paidOf(bet) + (bet.status === 'settled' ? 0n : payoutOf(bet.stake, crashShareLeft(bet.cashOuts) * 100)),
})

const decimalOf = (units: bigint) => formatDecimal({ units, scale: DEMO_COIN.decimals })
