import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { readAccessToken } from '#lib/access-token.ts'
import { userState } from '#lib/user.state.ts'
import { toast } from '#ui/toast.ts'
import { afterFirstScreen } from './first-screen.ts'
import type { createAppRouter } from './router.tsx'

/** Whose per-account answers may be kept and shown on this device; `null` for a visitor's, who has none. */
export function accountOwner(): string | null {
  return userState.uid === 0 ? null : String(userState.uid)
}

/**
 * Keeps what the app knows of the player true: on every navigation, with every tab, for every account. The
 * code for it is fetched at once where somebody is logged in, and later for a visitor.
 */
export function followAccount(
  router: Pick<ReturnType<typeof createAppRouter>, 'subscribe'>,
  forgetAccount: () => void,
): void {
  const follow = async () => {
    const { followUser, loadUser, refreshUser, userNotices } = await import('#lib/user.actions.ts')
    userNotices.onAccountChanged = forgetAccount
    userNotices.onChangedElsewhere = (change) => {
      const message =
        change === 'logged-in' ? msg`You logged in in another tab` : msg`You logged out in another tab`
      toast({ message: i18n._(message), tone: 'info' })
    }
    followUser()
    router.subscribe('onBeforeNavigate', () => void loadUser())
    await loadUser()
    // Name, picture or the session itself may have changed on another device.
    afterFirstScreen(() => void refreshUser())
  }
  // Without its code, which a server that is gone may keep back, the app works as it is stored.
  const begin = () => void follow().catch(() => undefined)
  if (readAccessToken() === null) afterFirstScreen(begin)
  else begin()
}
