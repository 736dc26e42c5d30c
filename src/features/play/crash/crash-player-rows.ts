import type { CrashView } from '#features/play/crash-table.ts'

/** More rows than this are only counted. */
const MOST_ROWS = 50

export interface CrashPlayerRow {
  readonly id: string
  /** Undefined for an own bet: its row says "You". */
  readonly player: { readonly name: CrashListed['name']; readonly number: number | null } | undefined
  readonly coin: string
  readonly stake: string
  readonly payout: string
  /** Multiplier of the last cash-out; null while the bet is in. */
  readonly cashedAt: number | null
}
type CrashListed = CrashView['round']['listed'][number]

/**
 * Own bets are on top, then those that are out, the last one first, then those that are in, the largest first: who
 * cashes out rises past those who fly on.
 */
export function crashPlayerRows({ round, mine }: CrashView): readonly CrashPlayerRow[] {
  const own = mine.filter((bet) => bet.round === round.id && bet.status !== 'cancelled')
  const ownIds = new Set(own.map(({ id }) => id))
  const others = round.listed.filter(({ id }) => !ownIds.has(id))
  const out = others.filter(({ cashedAt }) => cashedAt !== null)
  const rows: CrashPlayerRow[] = [
    ...own.map(({ id, coin, stake, payout, cashOuts }) => ({
      id,
      player: undefined,
      coin,
      stake,
      payout,
      cashedAt: cashOuts.at(-1)?.multiplier ?? null,
    })),
    ...[
      ...out.toSorted((a, b) => (b.cashedAt ?? 0) - (a.cashedAt ?? 0)),
      ...others.filter(({ cashedAt }) => cashedAt === null),
    ].map(({ id, name, number, coin, stake, payout, cashedAt }) => ({
      id,
      player: { name, number },
      coin,
      stake,
      payout,
      cashedAt,
    })),
  ]
  return rows.slice(0, MOST_ROWS)
}
