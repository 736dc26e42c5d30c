import * as v from 'valibot'

/** The limit being set, such as `deposit-day`. */
export const LimitsSearchSchema = v.object({
  limit: v.optional(
    v.fallback(
      v.optional(v.pipe(v.string(), v.regex(/^(?:deposit|loss|wager)-(?:day|week|month)$/))),
      undefined,
    ),
  ),
})
