import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { removeDrafts } from '#lib/form-draft.ts'
import { followUser, loadUser, refreshUser, userNotices } from '#lib/user.actions.ts'
import { toast } from '#ui/toast.ts'
import type { AppRouter } from './account.ts'
import { afterFirstScreen } from './first-screen.ts'

/** Keeps the player true on every navigation, with every tab, and for every account. */
export async function followAccount(router: AppRouter, forgetAccount: () => void): Promise<void> {
  userNotices.onAccountChanged = () => {
    forgetAccount()
    removeDrafts()
  }
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
