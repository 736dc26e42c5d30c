import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { readAccessToken } from '#session/access-token.ts'
import { apiNotices } from '#session/api.ts'

/** Shows refusals of the API as toasts, whoever made the call; the caller gets the error all the same. */
export function followApiNotices(): void {
  apiNotices.onForbidden = (message) => {
    tell(message || i18n._(msg`You are not allowed to do this`))
  }
  apiNotices.onDeadToken = (token) => {
    // Whoever has logged out, or closed the account, is not told so by what was still on its way.
    if (readAccessToken() !== token) return
    void import('#session/user.actions.ts').then(
      ({ dropToken }) => dropToken(token),
      () => undefined,
    )
    tell(i18n._(msg`Authorization verification failed`))
  }
}

/** Not in the first load: most visits are refused nothing. */
function tell(message: string): void {
  void import('#ui/toast.ts').then(
    ({ toast }) => toast({ message, tone: 'danger' }),
    () => undefined,
  )
}
