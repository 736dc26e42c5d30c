import type { Messages } from '@lingui/core'
import type { Catalogs } from './i18n.ts'

/** Apart for the same reason as in `practice-texts.ts`. */
export const VERIFIER_TEXTS: Catalogs = import.meta.glob<{ messages: Messages }>('./*/verifier.po')
