import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { addErrorMessages, type MoneyAnswerCode } from './error-messages.ts'

/** What the server answers about withdrawals, apart as in `wallet-answers.ts`. */
const MESSAGES: Record<MoneyAnswerCode, MessageDescriptor> = {
  insufficient_funds: msg`You have less than that. Choose a smaller amount.`,
  withdrawal_address_wrong: msg`This is no address on TRON, or a character of it is wrong. Copy it again from your wallet.`,
  withdrawal_address_ours: msg`This address belongs to Koi itself. Enter one of your own wallet.`,
  withdrawal_address_waits: msg`Your whitelist does not let money go there yet. Choose an address you added more than 24 hours ago.`,
  withdrawal_too_small: msg`This is less than the smallest withdrawal. Choose a larger amount.`,
  withdrawal_under_way: msg`This withdrawal has been taken for signing and can no longer be cancelled. Follow its stages here.`,
  withdrawal_pending: msg`A withdrawal is still on its way. Wait until it has arrived, or cancel it, then close the account.`,
}

addErrorMessages(MESSAGES)
