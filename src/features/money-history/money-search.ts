import * as v from 'valibot'
import type { TransactionGroup } from '#contract/transactions.ts'

/** A copy of the schema's values: the first load has the search of every page, but not the schemas of the API. */
const KINDS = ['deposit', 'withdrawal', 'bonus', 'reward'] as const satisfies readonly TransactionGroup[]
/** Invalid text finds nothing. */
const TEXT = v.optional(v.fallback(v.string(), ''))

/** Which history is shown; the filter of money, and the open line or round. */
export const MONEY_SEARCH = {
  view: v.optional(v.fallback(v.optional(v.picklist(['money', 'providers'])), undefined)),
  kind: v.optional(v.fallback(v.optional(v.picklist(KINDS)), undefined)),
  coin: TEXT,
  line: TEXT,
}
export type MoneySearch = v.InferOutput<v.ObjectSchema<typeof MONEY_SEARCH, undefined>>
