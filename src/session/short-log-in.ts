import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { browserStorage } from '#lib/browser-storage.ts'
import { tabStorage } from '#lib/tab-storage.ts'
import { ACCESS_TOKEN_KEY } from './access-token.ts'

/** A warning after a log-in that the browser will not keep; undefined if it keeps it. */
export function shortLogInNotice(): MessageDescriptor | undefined {
  if (browserStorage.get(ACCESS_TOKEN_KEY) !== null) return undefined
  return tabStorage.get(ACCESS_TOKEN_KEY) !== null
    ? msg`This browser does not let Koi save data: you are logged in until you close this tab.`
    : msg`This browser does not let Koi save data: you are logged in until you leave or reload this page.`
}
