import * as v from 'valibot'
import type { TransactionGroup } from '#contract/transactions.ts'

const optional = <T extends v.GenericSchema>(schema: T) =>
  v.optional(v.fallback(v.optional(schema), undefined))

/** Written out: the first load knows the search of every page, and not the schemas of the API. */
const KINDS = ['deposit', 'withdrawal', 'bonus', 'reward'] as const satisfies readonly TransactionGroup[]

/** Which history is shown, and of the money's: the filter and the line whose sheet is open. */
export const MONEY_SEARCH = {
  view: optional(v.picklist(['money'])),
  kind: optional(v.picklist(KINDS)),
  coin: optional(v.pipe(v.string(), v.regex(/^[a-z0-9]{1,20}-[a-z0-9]{1,20}$/))),
  line: optional(v.pipe(v.string(), v.regex(/^(?:deposit|withdrawal|ledger)-\d{1,18}$/))),
}
const MoneySearchSchema = v.object(MONEY_SEARCH)
export type MoneySearch = v.InferOutput<typeof MoneySearchSchema>
