import { createStore } from '#lib/store.ts'
import type { InstallWay } from './install-way.ts'

export type InstallState =
  /** The browser hands out an install dialog on request. */
  | { status: 'offered' }
  /** The player installs from a menu of the browser, if at all. */
  | { status: 'manual'; way: InstallWay }
  /** The browser's dialog is open. */
  | { status: 'asking' }
  /** The app runs from the home screen, or was installed from this browser. */
  | { status: 'installed' }

/** How Koi can be installed here. Changed only by `install.actions.ts`. */
export const installState = createStore<InstallState>({ status: 'manual', way: 'menu' })

/** Whether the player took the card off the lobby. Changed only by `install.actions.ts`. */
export const isInstallCardDismissed = createStore(false)
