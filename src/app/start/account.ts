import { afterFirstScreen } from '#app/first-screen.ts'
import { readAccessToken } from '#session/access-token.ts'
import { currentUser } from '#session/user.state.ts'
import type { createAppRouter } from './router.tsx'

export type AppRouter = ReturnType<typeof createAppRouter>

/** Whose per-account answers may be kept and shown on this device; `null` for a visitor's, who has none. */
export function accountOwner(): string | null {
  return currentUser.get().uid === 0 ? null : String(currentUser.get().uid)
}

/**
 * Keeps what the app knows of the player true. The code for it is fetched at once where somebody is logged
 * in, and when there is time for a visitor.
 */
export function beginFollowingAccount(router: AppRouter, forgetAccount: () => void): void {
  const begin = () =>
    void import('./follow-account.ts').then(
      ({ followAccount }) => followAccount(router, forgetAccount),
      // Without its code, which a server that is gone may keep back, the app works with what is stored.
      () => undefined,
    )
  if (readAccessToken() === null) afterFirstScreen(begin)
  else begin()
}
