import type { Messages } from '@lingui/core'
import type { Catalogs } from './i18n.ts'

/** Of practice mode alone, so that the first load need not know of them. */
export const PRACTICE_TEXTS: Catalogs = import.meta.glob<{ messages: Messages }>('./*/practice.po')
