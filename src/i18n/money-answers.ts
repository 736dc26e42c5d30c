import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { addErrorMessages, type MoneyAnswerCode } from './error-messages.ts'

/** Server errors about money, apart for the same reason as in `wallet-answers.ts`. */
const MESSAGES: Record<MoneyAnswerCode, MessageDescriptor> = {
  rate_stale: msg`Prices are too old to convert coins right now. Nothing was changed; try again in a few minutes.`,
  balance_left: msg`There is still money in your account, or a reward to claim. Claim and withdraw it first, or tick the box to give it up.`,
  round_open: msg`A round of a game is still open. Finish it first.`,
  withdrawal_open: msg`A withdrawal is still under way. Wait until it arrives, or cancel it, before you close the account.`,
  nothing_to_claim: msg`There is nothing to claim now. Each bet with a balance adds to it.`,
  key_reused: msg`This was sent before as something else. Reload the page and try again.`,
  insufficient_funds: msg`You do not have that much. Choose a smaller amount.`,
  withdrawal_address_wrong: msg`Money cannot be sent there: it is not a wallet address on that network, or a character is wrong. Copy it from your wallet again.`,
  withdrawal_address_ours: msg`This is one of Koi’s own addresses. Enter one from your wallet.`,
  withdrawal_address_waits: msg`Your whitelist does not allow this address yet. Choose one you added more than 24 hours ago.`,
  withdrawal_waits: msg`Your e-mail address was changed less than 24 hours ago. You can withdraw again after 24 hours.`,
  withdrawal_held: msg`The provider of a game took back a win that you no longer had. Withdrawals of this coin wait until Koi has settled it.`,
  withdrawal_too_small: msg`This is below the minimum withdrawal. Choose a larger amount.`,
  withdrawal_under_way: msg`This withdrawal is already being signed and can no longer be cancelled. Follow its progress here.`,
}

addErrorMessages(MESSAGES)
