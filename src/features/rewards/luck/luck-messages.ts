import type { Luck } from '#rules/luck/luck.ts'

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

export type LuckAnswer = { readonly luck: Luck } | { readonly luck: null }
