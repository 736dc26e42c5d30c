import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { addErrorMessages, type AccountAnswerCode } from './error-messages.ts'

/** Server errors about accounts and log-in, apart for the same reason as in `wallet-answers.ts`. */
const MESSAGES: Record<AccountAnswerCode, MessageDescriptor> = {
  invalid_credentials: msg`E-mail or password is wrong. Check both, or set a new password.`,
  totp_required: msg`This account has two-step login. Enter the code of your authenticator app too.`,
  totp_invalid: msg`This code is wrong or was used before. Wait for the next one and try again.`,
  password_wrong: msg`The password is wrong. Try again.`,
  password_common: msg`This password is easily guessed. Choose another one.`,
  email_code_invalid: msg`This code is wrong or too old. Check the mail, or have a new one sent.`,
  email_taken: msg`Another account has this address. Log in with it, or use another address.`,
  passkey_invalid: msg`This is not the right passkey, or it took too long. Try again.`,
  passkey_required: msg`This needs one of your passkeys too. If you no longer have it, remove it under Security, Passkeys.`,
  proof_waits: msg`A passkey was removed without being used. For 24 hours after that, you cannot withdraw or change how you log in.`,
  avatar_invalid: msg`This file is not a picture that Koi can read. Try a JPEG, PNG or WebP.`,
  push_service_unknown: msg`Koi does not know this browser’s push service, so it cannot notify you here. Try another browser.`,
  gift_code_unknown: msg`This code cannot be used: it is mistyped, has ended, or is used up. Check how it is written.`,
  referral_code_unknown: msg`No player has this referral code. Check it, or leave it out.`,
  limit_not_ready: msg`You cannot confirm the higher limit yet. Wait until 24 hours have passed.`,
  last_way_in: msg`This is your only way to log in. Add a password, a passkey or another wallet first.`,
  login_again_required: msg`You logged in too long ago for this. Log out, log in again, and do it within ten minutes.`,
}

addErrorMessages(MESSAGES)
