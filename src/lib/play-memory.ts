import type { BetRow, PairRow, PlayDatabase, PlayTransaction, SequenceRange } from './play-database.ts'

/** Demonstration play for as long as the page lives, where nothing can be stored. */
export function createPlayMemory(): PlayDatabase {
  let account: object | undefined
  const bets = new Map<number, BetRow>()
  const betsById = new Map<string, BetRow>()
  const pairs = new Map<number, PairRow>()
  const pairsByHash = new Map<string, PairRow>()
  /** Transactions run one after the other. */
  let queue: Promise<unknown> = Promise.resolve()

  /** Reads what is there, and collects what to write once the work is done. */
  function begin(writes: (() => unknown)[]): PlayTransaction {
    const putBet = (bet: BetRow) =>
      writes.push(
        () => bets.set(bet.sequence, bet),
        () => betsById.set(bet.id, bet),
      )
    return {
      account: async () => account,
      putAccount: (next) => writes.push(() => (account = next)),
      bet: async (id) => betsById.get(id),
      bets: async (selection, first, last) =>
        between(bets, first, last).filter(
          (bet) =>
            selection.by === 'all' ||
            (selection.by === 'game'
              ? bet.game === selection.game
              : bet.serverSeedHash === selection.serverSeedHash),
        ),
      betRange: async () => rangeOf([...bets.keys()]),
      betRangeBetween: async (from, to) =>
        rangeOf(
          [...bets.values()].filter(({ time }) => time >= from && time <= to).map(({ sequence }) => sequence),
        ),
      addBet: putBet,
      putBet,
      removeBets: (last) =>
        writes.push(() => {
          for (const { id } of removeUpTo(bets, last)) betsById.delete(id)
        }),
      pair: async (hash) => pairsByHash.get(hash),
      pairRange: async () => rangeOf([...pairs.keys()]),
      pairs: async (first, last) => between(pairs, first, last),
      addPair: (pair) =>
        writes.push(
          () => pairs.set(pair.sequence, pair),
          () => pairsByHash.set(pair.serverSeedHash, pair),
        ),
      removePairs: (last) =>
        writes.push(() => {
          for (const { serverSeedHash } of removeUpTo(pairs, last)) pairsByHash.delete(serverSeedHash)
        }),
    }
  }

  return {
    transact(_mode, work) {
      const run = queue.then(async () => {
        const writes: (() => unknown)[] = []
        const result = await work(begin(writes))
        for (const write of writes) write()
        return result
      })
      queue = run.catch(() => undefined)
      return run
    },
    close: () => undefined,
  }
}

function between<Row extends { sequence: number }>(
  rows: ReadonlyMap<number, Row>,
  first: number,
  last: number,
): Row[] {
  return [...rows.values()].filter(({ sequence }) => sequence >= first && sequence <= last)
}

/** Of sequences in ascending order. */
function rangeOf(sequences: readonly number[]): SequenceRange | undefined {
  const first = sequences[0]
  const last = sequences.at(-1)
  return first === undefined || last === undefined ? undefined : { first, last }
}

function removeUpTo<Row>(rows: Map<number, Row>, last: number): Row[] {
  const removed: Row[] = []
  // Rows were added in ascending order.
  for (const [sequence, row] of rows) {
    if (sequence > last) break
    rows.delete(sequence)
    removed.push(row)
  }
  return removed
}
