import * as v from 'valibot'
import type { TransactionGroup } from '#contract/transactions.ts'

/** Written out: the first load knows the search of every page, and not the schemas of the API. */
const KINDS = ['deposit', 'withdrawal', 'bonus', 'reward'] as const satisfies readonly TransactionGroup[]
/** What makes no sense finds nothing. */
const TEXT = v.optional(v.fallback(v.string(), ''))

/** Which history is shown, and of the money's: the filter and the line whose sheet is open. */
export const MONEY_SEARCH = {
  view: v.optional(v.fallback(v.optional(v.picklist(['money'])), undefined)),
  kind: v.optional(v.fallback(v.optional(v.picklist(KINDS)), undefined)),
  coin: TEXT,
  line: TEXT,
}
export type MoneySearch = v.InferOutput<v.ObjectSchema<typeof MONEY_SEARCH, undefined>>
