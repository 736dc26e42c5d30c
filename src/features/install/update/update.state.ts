import { proxy } from 'valtio'

export type UpdateState =
  | { status: 'none' }
  /** A newer release is installed and waits. Dismissed: until the next check. */
  | { status: 'waiting'; isDismissed: boolean }
  /** Another tab let the newer release in; this page still runs the older one. */
  | { status: 'taken-over'; isDismissed: boolean }
  /** The player asked for it; the page is about to load anew. */
  | { status: 'reloading' }

/** Whether a newer release is there. Changed only by `update.actions.ts`. */
export const update = proxy<{ state: UpdateState }>({ state: { status: 'none' } })
