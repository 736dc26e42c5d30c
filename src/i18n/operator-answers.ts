import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { addErrorMessages, errorMessageOf } from './error-messages.ts'

addErrorMessages({
  confirmation_needed: msg`This needs your passkey once more. Try again, and confirm on your device.`,
  operator_too_new: msg`One of you was invited by the other, or both by the same operator, less than 7 days ago. Let somebody else agree.`,
  worth_risen: msg`This is worth more by now than the proposal says. Reject it, and let it be proposed again.`,
})

/** Sentences of the console where those for players do not fit. */
const MESSAGES: Readonly<Record<string, MessageDescriptor>> = {
  forbidden: msg`Your role does not allow this. An owner can change it.`,
  unauthorized: msg`Your session has ended. Log in again.`,
  not_found: msg`There is no such entry. Check the number, or go back to the list.`,
  withdrawal_changed: msg`This withdrawal has changed since you opened it. Read it again.`,
  conflict: msg`This has changed since you opened it. Reload it and look again.`,
  bad_request: msg`This was not accepted. Check what you have entered.`,
  passkey_invalid: msg`This passkey was not accepted, or it took too long. Try again.`,
  rate_limited: msg`Too many tries in a short time. Wait a minute, then try again.`,
}

/** Accepts any thrown value. */
export function operatorMessageOf(error: unknown): MessageDescriptor {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const own = typeof code === 'string' && Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined
  return own ?? errorMessageOf(error)
}
