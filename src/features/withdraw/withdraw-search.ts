import * as v from 'valibot'

/** The open sheet is in the URL, so that the phone's back button closes it. */
export const WithdrawSearchSchema = v.object({
  /** Coin and chain, as `optionKey` writes them; an unknown one counts as the first coin held. */
  option: v.optional(v.fallback(v.optional(v.string()), undefined)),
  /** The confirmation before money leaves. */
  step: v.optional(v.fallback(v.optional(v.picklist(['confirm'])), undefined)),
  /** Id of the open withdrawal. The router parses digits as a number. */
  id: v.optional(v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), '')),
})
