import * as v from 'valibot'

const optional = <T extends v.GenericSchema>(schema: T) =>
  v.optional(v.fallback(v.optional(schema), undefined))

/** What lies over the page is in its URL, so that the phone's back button closes it. */
export const WithdrawSearchSchema = v.object({
  /** The question before money goes. */
  step: optional(v.picklist(['confirm'])),
  /** The withdrawal whose stages are shown. */
  id: optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,17}$/))),
})
