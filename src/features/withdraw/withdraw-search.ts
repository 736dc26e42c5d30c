import * as v from 'valibot'

/** What lies over the page is in its URL, so that the phone's back button closes it. */
export const WithdrawSearchSchema = v.object({
  /** Coin and chain, as `optionKey` writes them; the first one held when it is none. */
  option: v.optional(v.fallback(v.optional(v.string()), undefined)),
  /** The question before money goes. */
  step: v.optional(v.fallback(v.optional(v.picklist(['confirm'])), undefined)),
  /** The withdrawal whose stages are shown. Typed by hand it is read as a number. */
  id: v.optional(v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), '')),
})
