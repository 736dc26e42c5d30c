import { proxy } from 'valtio'
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
export const install = proxy<{ state: InstallState; isCardDismissed: boolean }>({
  state: { status: 'manual', way: 'menu' },
  isCardDismissed: false,
})
