import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { addErrorMessages, type MoneyAnswerCode } from './error-messages.ts'

/** What the server answers about money, apart as in `wallet-answers.ts`. */
const MESSAGES: Record<MoneyAnswerCode, MessageDescriptor> = {
  rate_stale: msg`Prices are too old to convert coins right now. Nothing was changed; try again in a few minutes.`,
  balance_left: msg`Your account holds money. Withdraw it first, or tick that you give it up.`,
  withdrawal_open: msg`A withdrawal is under way. Close the account when it has arrived, or cancel it first.`,
  insufficient_funds: msg`You have less than that. Choose a smaller amount.`,
  withdrawal_address_wrong: msg`Money cannot go there: it is no address of a person on that network, or a character of it is wrong. Copy it again from your wallet.`,
  withdrawal_address_ours: msg`This address belongs to Koi itself. Enter one of your own wallet.`,
  withdrawal_address_waits: msg`Your whitelist does not let money go there yet. Choose an address you added more than 24 hours ago.`,
  withdrawal_too_small: msg`This is less than the smallest withdrawal. Choose a larger amount.`,
  withdrawal_under_way: msg`This withdrawal has been taken for signing and can no longer be cancelled. Follow its stages here.`,
}

addErrorMessages(MESSAGES)
