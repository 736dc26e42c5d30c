import { proxy } from 'valtio'

export type UpdateState =
  | { status: 'none' }
  /** A newer release is installed and waits. Dismissed: until the next check. */
  | { status: 'waiting'; isDismissed: boolean }
  /** Another tab activated the newer release; this page still runs the older one. */
  | { status: 'taken-over'; isDismissed: boolean }
  /** The player asked for it; the page is about to reload. */
  | { status: 'reloading' }

/** Changed only by `update.actions.ts`. */
export const update = proxy<{ state: UpdateState }>({ state: { status: 'none' } })
