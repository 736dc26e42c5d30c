import type { ResultRow } from '#operator/parts/use-act.ts'

/** The props of a dialog that asks for what an action needs. */
export interface ActFormProps {
  open: boolean
  onClose: () => void
  /** Null if another operator must agree. */
  onAnswer: (rows: readonly ResultRow[] | null) => void
}
