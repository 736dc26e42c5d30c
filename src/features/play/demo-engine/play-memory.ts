import type { BetRow, PairRow, PlayDatabase, PlayTransaction, SequenceRange } from './play-database.ts'

/** Demonstration play for as long as the page lives, where nothing can be stored. For one transaction at a time. */
export function createPlayMemory(): PlayDatabase {
  let account: object | undefined
  let crash: object | undefined
  // Both in ascending order of their sequences.
  let bets: readonly BetRow[] = []
  let pairs: readonly PairRow[] = []

  /** Reads what is there, and collects what to write once the work is done. */
  const begin = (writes: (() => unknown)[]): PlayTransaction => ({
    account: async () => account,
    putAccount: (next) => writes.push(() => (account = next)),
    crash: async () => crash,
    putCrash: (next) => writes.push(() => (crash = next)),
    bet: async (id) => bets.find((bet) => bet.id === id),
    bets: async (selection, first, last) =>
      between(bets, first, last).filter(
        (bet) =>
          selection.by === 'all' ||
          (selection.by === 'game' ? bet.game : bet.serverSeedHash) === selection.value,
      ),
    betRange: async () => rangeOf(bets),
    betRangeBetween: async (from, to) => rangeOf(bets.filter(({ time }) => time >= from && time <= to)),
    addBet: (bet) => writes.push(() => (bets = [...bets, bet])),
    removeBets: (last) => writes.push(() => (bets = bets.filter(({ sequence }) => sequence > last))),
    pair: async (hash) => pairs.find(({ serverSeedHash }) => serverSeedHash === hash),
    pairRange: async () => rangeOf(pairs),
    pairs: async (first, last) => between(pairs, first, last),
    addPair: (pair) => writes.push(() => (pairs = [...pairs, pair])),
    removePairs: (last) => writes.push(() => (pairs = pairs.filter(({ sequence }) => sequence > last))),
  })

  return {
    async transact(_mode, work) {
      const writes: (() => unknown)[] = []
      const result = await work(begin(writes))
      for (const write of writes) write()
      return result
    },
    close: () => undefined,
  }
}

function between<Row extends { sequence: number }>(rows: readonly Row[], first: number, last: number): Row[] {
  return rows.filter(({ sequence }) => sequence >= first && sequence <= last)
}

function rangeOf(rows: readonly { sequence: number }[]): SequenceRange | undefined {
  const first = rows[0]?.sequence
  const last = rows.at(-1)?.sequence
  return first === undefined || last === undefined ? undefined : { first, last }
}
