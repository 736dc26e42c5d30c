import { createStore } from '#lib/store.ts'
import type { InstallWay } from './install-way.ts'

export type InstallState =
  /** The browser can show an install dialog. */
  | { status: 'offered' }
  /** The player can only install from a menu of the browser, if at all. */
  | { status: 'manual'; way: InstallWay }
  /** The browser's dialog is open. */
  | { status: 'asking' }
  /** The app runs from the home screen, or was installed from this browser. */
  | { status: 'installed' }

/** Changed only by `install.actions.ts`. */
export const installState = createStore<InstallState>({ status: 'manual', way: 'menu' })

/** Changed only by `install.actions.ts`. */
export const isInstallCardDismissed = createStore(false)
