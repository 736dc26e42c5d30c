import type { GivenName } from '#contract/given-name.ts'
import type { CrashView } from '#features/play/crash-table.ts'

export interface CrashTag {
  readonly id: string
  /** The multiplier of the cash-out. */
  readonly at: number
  /** Null for a hidden one. */
  readonly name: GivenName | null
  readonly isOwn: boolean
}

interface CrashTags {
  readonly shown: readonly CrashTag[]
  /** Further ones of others, and where the last of them was. */
  readonly more: number
  readonly moreAt: number
}

const MOST = 3

/** The player's own cash-outs of a round, and the latest of others. */
export function crashTags({ round, mine }: CrashView): CrashTags {
  const inRound = mine.filter((bet) => bet.round === round.id)
  const ownIds = new Set(inRound.map(({ id }) => id))
  const own = inRound.flatMap(({ id, cashOuts }) =>
    cashOuts.map(({ multiplier }, index) => ({
      id: `${id} ${index}`,
      at: multiplier,
      name: null,
      isOwn: true,
    })),
  )
  const others = round.listed
    .flatMap(({ id, name, cashedAt }) =>
      cashedAt === null || ownIds.has(id) ? [] : [{ id, name, at: cashedAt, isOwn: false }],
    )
    .toSorted((one, other) => other.at - one.at)
  return {
    shown: [...own, ...others.slice(0, MOST)],
    more: Math.max(0, others.length - MOST),
    moreAt: others[MOST]?.at ?? 1,
  }
}
