import { afterFirstScreen } from '#app/first-screen.ts'
import { readAccessToken } from '#session/access-token.ts'
import { currentUser } from '#session/user.state.ts'
import type { createAppRouter } from './router.tsx'

export type AppRouter = ReturnType<typeof createAppRouter>

/** Owner of the stored per-account answers on this device; `null` for visitors, who have none. */
export function accountOwner(): string | null {
  return currentUser.get().uid === 0 ? null : String(currentUser.get().uid)
}

/**
 * Keeps the app's knowledge of the player current. Its code loads at once if somebody is logged in, and when idle for
 * visitors.
 */
export function beginFollowingAccount(router: AppRouter, forgetAccount: () => void): void {
  const begin = () =>
    void import('./follow-account.ts').then(
      ({ followAccount }) => followAccount(router, forgetAccount),
      // If the code cannot be loaded because the server is gone, the app works with stored data.
      () => undefined,
    )
  if (readAccessToken() === null) afterFirstScreen(begin)
  else begin()
}
