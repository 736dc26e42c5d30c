import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { apiNotices } from '#session/api.ts'
import { toast } from '#ui/toast.ts'

/** Shows refusals of the API as toasts, whoever made the call; the caller gets the error all the same. */
export function followApiNotices(): void {
  apiNotices.onForbidden = (message) => {
    toast({ message: message || i18n._(msg`You are not allowed to do this`), tone: 'danger' })
  }
  apiNotices.onDeadToken = (token) => {
    void import('#session/user.actions.ts').then((module) => module.dropToken(token))
    toast({ message: i18n._(msg`Authorization verification failed`), tone: 'danger' })
  }
}
