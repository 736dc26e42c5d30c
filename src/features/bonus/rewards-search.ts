import * as v from 'valibot'

/** Id of the bonus that the player is asked about giving up; none when absent. */
export const RewardsSearchSchema = v.object({
  bonus: v.optional(
    v.fallback(
      v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^[1-9]\d{0,17}$/))),
      undefined,
    ),
  ),
})
