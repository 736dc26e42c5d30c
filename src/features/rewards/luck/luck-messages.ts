import type { Luck } from '#rules/luck/luck.ts'

/** A stake in dollars has these. */
export const STAKE_DECIMALS = 8
/** A stake times a multiplier has these. */
export const PAID_DECIMALS = 12

export interface LuckRequest {
  readonly kinds: readonly {
    readonly game: string
    readonly params: object
    /** In units of 10⁻⁸ dollars. */
    readonly stakes: readonly { readonly stake: bigint; readonly count: number }[]
  }[]
  /** In units of 10⁻¹² dollars. */
  readonly paid: bigint
}

/** Null if it cannot be computed. */
export interface LuckAnswer {
  readonly luck: Luck | null
}
