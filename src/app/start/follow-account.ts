import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { afterFirstScreen } from '#app/first-screen.ts'
import { forgetWallet } from '#app/forget-wallet.ts'
import '#app/shell/PlayerBalance.tsx'
import { profileQuery } from '#features/account/profile/profile.queries.ts'
import { forgetKeptBreak } from '#features/responsible-play/breaks/kept-break.ts'
import { responsiblePlayQuery } from '#features/responsible-play/responsible-play.queries.ts'
import { securityQuery } from '#features/security/security.queries.ts'
import { balancesQuery } from '#queries/balances.queries.ts'
import { removeDraftsOfOthers } from '#session/form-draft.ts'
import { followUser, isUserTold, loadUser, refreshUser, userNotices } from '#session/user.actions.ts'
import { currentUser } from '#session/user.state.ts'
import { toast } from '#ui/toast.ts'
import { accountOwner, type AppRouter } from './account.ts'

/** Updates the player on navigation, on changes in other tabs, and on a change of the account. */
export async function followAccount(router: AppRouter, forgetAccount: () => void): Promise<void> {
  const { queryClient } = router.options.context
  userNotices.onAccountChanged = ({ isRefused }) => {
    forgetAccount()
    // A player whose session was refused did not want to leave: they log in again and stay on the page.
    if (!isRefused) {
      removeDraftsOfOthers(currentUser.get().uid)
      if (currentUser.get().uid === 0) void forgetWallet()
    }
    forgetKeptBreak()
    keepForOffline()
  }
  userNotices.onChangedElsewhere = (change) => {
    const message =
      change === 'logged-in' ? msg`You logged in in another tab` : msg`You logged out in another tab`
    toast({ message: i18n._(message), tone: 'info' })
  }
  followUser()
  router.subscribe('onBeforeNavigate', () => void loadUser())
  // The player logged in before this code was loaded, and their pages are not stored yet.
  if (isUserTold()) keepForOffline()
  const isStored = currentUser.get().uid > 0 && !isUserTold()
  await loadUser()
  afterFirstScreen(() => {
    // Name, picture or the session itself may have changed on another device. A player loaded just now is current.
    if (isStored) void refreshUser().then(keepForOffline)
  })

  /** Loads the player's own pages for offline use, and a running break. */
  function keepForOffline(): void {
    if (accountOwner() === null) return
    void queryClient.prefetchQuery(balancesQuery)
    void queryClient.prefetchQuery(profileQuery)
    void queryClient.prefetchQuery(securityQuery)
    void queryClient.prefetchQuery(responsiblePlayQuery)
  }
}
