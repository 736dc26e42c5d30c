import * as v from 'valibot'
import { isAllowed, type Permission } from '#contract/operator-roles.ts'
import type { OperatorSession } from '#contract/operator/session.ts'
import { MomentSchema, RowIdSchema } from '#contract/values.ts'
import { RoleSchema } from '#contract/operator/session.ts'
import { parseStored } from '#lib/parse-stored.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import { tabStorage } from '#lib/tab-storage.ts'
import { useStore } from '#lib/use-store.ts'

const STORED_AS = 'operator_session'

const StoredSchema = v.object({
  token: v.string(),
  operator: v.object({ id: RowIdSchema, name: v.string(), role: RoleSchema }),
  expiresAt: MomentSchema,
})
export type Entered = v.InferOutput<typeof StoredSchema>

/** Why the tab has no session; the log-in page says it. */
export type SessionEnd = 'none' | 'left' | 'expired' | 'refused'

interface SessionState {
  readonly entered: Entered | null
  readonly end: SessionEnd
}

function readStored(): SessionState {
  const entered = parseStored(StoredSchema, tabStorage.get(STORED_AS)) ?? null
  if (entered && Date.parse(entered.expiresAt) <= Date.now()) return { entered: null, end: 'expired' }
  return { entered, end: 'none' }
}

const store = createStore<SessionState>(readStored())

export const session: ReadableStore<SessionState> = store

export const readToken = (): string | null => store.get().entered?.token ?? null

export function beginSession(entered: Entered): void {
  tabStorage.set(STORED_AS, JSON.stringify(entered))
  store.set({ entered, end: 'none' })
}

/** The server knows the role better: an owner may have changed it. */
export function renewSession(told: OperatorSession): void {
  const { entered } = store.get()
  if (entered) beginSession({ ...told, token: entered.token })
}

export function endSession(end: SessionEnd): void {
  tabStorage.remove(STORED_AS)
  store.set({ entered: null, end })
}

/** Only hides what the server would refuse. */
export function useMay(): (permission: Permission) => boolean {
  const { entered } = useStore(session)
  return (permission) => entered !== null && isAllowed(entered.operator.role, permission)
}
