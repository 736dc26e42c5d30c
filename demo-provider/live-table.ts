import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bank } from './bank.ts'
import type { RefusalCode } from './cashier.ts'
import {
  BACCARAT_SPOTS,
  dealHand,
  isWornOut,
  payBaccarat,
  shuffledShoe,
  totalOf,
  type BaccaratBets,
  type BaccaratSpot,
  type Card,
} from './games/baccarat.ts'
import type { Random } from './games/random.ts'
import type { Transaction } from './transactions.ts'

export interface TableTimes {
  readonly bettingMs: number
  readonly cardMs: number
  readonly resultMs: number
}
const TIMES: TableTimes = { bettingMs: 12_000, cardMs: 950, resultMs: 5_500 }

/** All who watch see the same. */
export interface TableView {
  readonly hand: string
  readonly phase: 'betting' | 'dealing' | 'result'
  /** Until bets close; 0 afterwards. */
  readonly leftMs: number
  readonly player: readonly Card[]
  readonly banker: readonly Card[]
  readonly playerTotal: number
  readonly bankerTotal: number
  readonly winner: BaccaratSpot | null
  /** Results of this shoe, the latest last. */
  readonly road: readonly BaccaratSpot[]
  readonly isNewShoe: boolean
  readonly watching: number
}

/** The stakes of a player on the hand, and their outcome. */
export interface SeatView {
  readonly bets: BaccaratBets
  /** Null until the hand is over. */
  readonly paid: number | null
  readonly balance: number | null
}

interface Seat {
  readonly bank: Bank
  readonly bets: Record<BaccaratSpot, number>
  readonly taken: Transaction[]
}

interface Watcher {
  /** The player's, who may have the game open twice, or open it again. */
  readonly seat: string
  tellTable(view: TableView): void
  tellSeat(view: SeatView): void
}

export interface LiveTable {
  /** @returns what ends it */
  watch(watcher: Watcher): () => void
  bet(seat: string, bank: Bank, hand: string, bets: BaccaratBets): Promise<SeatView | RefusalCode | 'late'>
  stop(): void
}

/** Deals hand after hand while somebody watches. */
export function openLiveTable(random: Random, times = TIMES): LiveTable {
  const watchers = new Set<Watcher>()
  const stopped = new AbortController()
  let shoe: Card[] = []
  let road: BaccaratSpot[] = []
  let isDealing = false
  let seats = new Map<string, Seat>()
  let pending = new Set<Promise<unknown>>()
  let closesAt = 0
  const nothing = { player: [], banker: [], playerTotal: 0, bankerTotal: 0, winner: null }
  let shown: Omit<TableView, 'leftMs' | 'watching' | 'road'> = {
    hand: '',
    phase: 'betting',
    ...nothing,
    isNewShoe: true,
  }

  const view = (): TableView => ({
    ...shown,
    road,
    watching: new Set([...watchers].map(({ seat }) => seat)).size,
    leftMs: shown.phase === 'betting' ? Math.max(0, Math.round(closesAt - performance.now())) : 0,
  })
  const show = (change: Partial<typeof shown>) => {
    shown = { ...shown, ...change }
    const now = view()
    for (const watcher of watchers) watcher.tellTable(now)
  }
  const tellSeat = (id: string, seat: SeatView) => {
    for (const watcher of watchers) if (watcher.seat === id) watcher.tellSeat(seat)
  }
  const wait = (ms: number) => sleep(ms, undefined, { signal: stopped.signal })

  async function playHand() {
    const isNewShoe = isWornOut(shoe)
    if (isNewShoe) {
      shoe = shuffledShoe(random)
      road = []
    }
    seats = new Map()
    pending = new Set()
    closesAt = performance.now() + times.bettingMs
    show({ hand: randomUUID(), phase: 'betting', ...nothing, isNewShoe })
    await wait(times.bettingMs)
    closesAt = 0
    show({ phase: 'dealing' })
    // A bet that came in time counts, however long the operator takes to answer.
    await Promise.allSettled(pending)
    const hand = dealHand(() => shoe.pop() ?? 0)
    await reveal(hand.player, hand.banker)
    road = [...road, hand.winner]
    show({ phase: 'result', winner: hand.winner })
    await Promise.all([payAll(hand.winner), wait(times.resultMs)])
  }

  /** In the order of a real table: two each in turn, then the third cards. */
  async function reveal(player: readonly Card[], banker: readonly Card[]) {
    const steps: [number, number][] = [
      [1, 0],
      [1, 1],
      [2, 1],
      [2, 2],
    ]
    if (player.length > 2) steps.push([3, 2])
    if (banker.length > 2) steps.push([player.length, 3])
    for (const [own, other] of steps) {
      await wait(times.cardMs)
      const [seenPlayer, seenBanker] = [player.slice(0, own), banker.slice(0, other)]
      show({
        player: seenPlayer,
        banker: seenBanker,
        playerTotal: totalOf(seenPlayer),
        bankerTotal: totalOf(seenBanker),
      })
    }
    await wait(times.cardMs)
  }

  async function payAll(winner: BaccaratSpot) {
    await Promise.all(
      [...seats].map(async ([id, { bank, bets, taken }]) => {
        if (taken.length === 0) return
        const paid = payBaccarat(bets, winner)
        tellSeat(id, { bets, paid, balance: await bank.pay(taken, paid) })
      }),
    )
  }

  async function dealOn() {
    if (isDealing) return
    isDealing = true
    try {
      while (watchers.size > 0) await playHand()
    } catch (error) {
      if (!stopped.signal.aborted) throw error
    } finally {
      isDealing = false
    }
  }

  return {
    watch(watcher) {
      watchers.add(watcher)
      void dealOn()
      watcher.tellTable(view())
      const seat = seats.get(watcher.seat)
      if (seat && shown.phase !== 'result') watcher.tellSeat({ bets: seat.bets, paid: null, balance: null })
      return () => watchers.delete(watcher)
    },
    async bet(id, bank, hand, bets) {
      if (hand !== shown.hand || performance.now() >= closesAt) return 'late'
      const seat = seats.get(id) ?? { bank, bets: { player: 0, banker: 0, tie: 0 }, taken: [] }
      seats.set(id, seat)
      const amount = BACCARAT_SPOTS.reduce((sum, spot) => sum + (bets[spot] ?? 0), 0)
      const asked = bank.take(`${hand} ${id.slice(-8)}`, amount)
      pending.add(asked)
      const answer = await asked
      if (!answer.bet) return answer.code
      seat.taken.push(answer.bet)
      for (const spot of BACCARAT_SPOTS) seat.bets[spot] += bets[spot] ?? 0
      const now = { bets: { ...seat.bets }, paid: null, balance: answer.balance }
      tellSeat(id, now)
      return now
    },
    stop: () => stopped.abort(),
  }
}
