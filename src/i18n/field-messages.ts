import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Sentences by the code that a field's schema gives as message. */
const MESSAGES: Record<string, MessageDescriptor> = {
  required: msg`Please fill this in`,
  too_long: msg`This is too long. Shorten it.`,
  line: msg`This contains a character that cannot be shown. Type it again.`,
  blank_name: msg`This name shows nothing. Use letters, figures or signs that can be seen.`,
  email: msg`This is not a complete e-mail address, such as you@example.com`,
  password_short: msg`Use 10 characters or more`,
  six_digits: msg`The code has 6 digits`,
  second_factor: msg`Enter the 6 digits of your app, or one of your recovery codes`,
  referral_code: msg`A referral code has 8 letters and figures. Check it, or leave it out.`,
  gift_code: msg`A code has 6 to 32 letters and figures. Check it.`,
  unconfirmed: msg`Please confirm this first`,
  adult: msg`Koi is for adults: please confirm that you are 18 or older`,
  email_on_hold: msg`You cannot use this address now. It has a break from play, or an account with limits used it less than 24 hours ago.`,
  dollars: msg`Enter an amount in dollars, such as 100 or 18.75`,
  amount: msg`Enter an amount such as 12.5, with no more decimals than the coin has`,
  amount_small: msg`This is below the minimum withdrawal`,
  amount_large: msg`You do not have that much`,
  address: msg`This is not a wallet address. Copy it from your wallet again.`,
  chain_address: msg`This is not an address on that network, or a character is wrong. Copy it from your wallet again.`,
  name_missing: msg`Please fill in the name`,
  phone_malformed: msg`Malformed phone number`,
  address_missing: msg`Address can not be empty`,
  region_missing: msg`Please select a receiving area`,
}

const UNKNOWN = msg`This does not fit here. Check it and try again.`

/** A general sentence if the code is unknown. */
export function fieldMessage(code: string): MessageDescriptor {
  return (Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined) ?? UNKNOWN
}
