import * as v from 'valibot'

/** The question that is open over the settings. */
export const SettingsSearchSchema = v.object({
  confirm: v.optional(v.fallback(v.optional(v.picklist(['clear'])), undefined)),
})
