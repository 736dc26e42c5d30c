import { Suspense, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { useStore } from '#lib/use-store.ts'
import { useIsOnBreak } from '#session/break.state.ts'
import { playPreferences } from '#features/play/session/play-preferences.state.ts'
import type { CrashTable } from '#features/play/crash-table.ts'
import styles from './crash-reactions.module.css'

const CrashReactions = lazyOptional(
  () => import('./CrashReactions.tsx').then((module) => module.CrashReactions),
  undefined,
  true,
)

/** The stage, and over it the reactions of all players, unless this player does not want to see them. */
export function WithReactions({ table, children }: { table: CrashTable; children: ReactNode }) {
  const view = useStore(table.view)
  const { choices } = useSnapshot(playPreferences)
  const isOnBreak = useIsOnBreak()
  const isShown = table.isShared && choices.reactions && !isOnBreak
  const canSend = table.seat !== undefined
  return (
    <div className={styles.withRow}>
      {children}
      {isShown ? (
        <div className={styles.place} data-row={canSend || undefined}>
          <Suspense fallback={null}>
            <CrashReactions round={view?.round.id} canSend={canSend} />
          </Suspense>
        </div>
      ) : null}
    </div>
  )
}
