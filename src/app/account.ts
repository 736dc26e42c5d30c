import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { followUser, loadUser, userNotices } from '#lib/user.actions.ts'
import { userState } from '#lib/user.state.ts'
import { toast } from '#ui/toast.ts'
import type { createAppRouter } from './router.tsx'

/** Whose per-account answers may be kept and shown on this device; `null` for a visitor's, who has none. */
export function accountOwner(): string | null {
  return userState.uid === 0 ? null : String(userState.uid)
}

/** Keeps what the app knows of the player true: on every navigation, with every tab, for every account. */
export function followAccount(
  router: Pick<ReturnType<typeof createAppRouter>, 'subscribe'>,
  forgetAccount: () => void,
): void {
  userNotices.onAccountChanged = forgetAccount
  userNotices.onChangedElsewhere = (change) => {
    const message =
      change === 'logged-in' ? msg`You logged in in another tab` : msg`You logged out in another tab`
    toast({ message: i18n._(message), tone: 'info' })
  }
  followUser()
  router.subscribe('onBeforeNavigate', () => void loadUser())
}
