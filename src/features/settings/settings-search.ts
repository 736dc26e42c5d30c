import * as v from 'valibot'

/** The question that lies over the settings; none when absent. */
export const SettingsSearchSchema = v.object({
  confirm: v.optional(v.fallback(v.optional(v.picklist(['clear'])), undefined)),
})
