import { getTransparency } from '#contract/transparency.ts'
import { apiQuery } from '#queries/api-query.ts'

export const transparencyQuery = apiQuery(getTransparency, { persist: 'public' })
