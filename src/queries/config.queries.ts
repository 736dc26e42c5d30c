import { getConfig } from '#contract/config.ts'
import { apiQuery } from './api-query.ts'

export const configQuery = apiQuery(getConfig, { persist: 'public', staleTime: 5 * 60_000 })
