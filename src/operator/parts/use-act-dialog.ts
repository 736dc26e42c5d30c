import { useState } from 'react'
import type { ResultRow } from './use-act.ts'

/** Which of a page's dialogs is open, and what the last action has answered. */
export function useActDialog<Name>() {
  const [asked, ask] = useState<Name>()
  const [rows, tell] = useState<readonly ResultRow[]>()
  return {
    asked,
    ask: (name: Name) => ask(() => name),
    close: () => ask(undefined),
    rows,
    /** Null when it was only proposed. */
    tell: (answered: readonly ResultRow[] | null) => tell(answered ?? undefined),
    closeRows: () => tell(undefined),
  }
}
