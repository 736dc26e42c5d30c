import type { Messages } from '@lingui/core'
import type { Catalogs } from './i18n.ts'

/** In a file of its own so that the first load does not list these catalogs. */
export const PRACTICE_TEXTS: Catalogs = import.meta.glob<{ messages: Messages }>('./*/practice.po')
