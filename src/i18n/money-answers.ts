import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { addErrorMessages, type MoneyAnswerCode } from './error-messages.ts'

/** What the server answers about money, apart as in `wallet-answers.ts`. */
const MESSAGES: Record<MoneyAnswerCode, MessageDescriptor> = {
  rate_stale: msg`Prices are too old to convert coins right now. Nothing was changed; try again in a few minutes.`,
  balance_left: msg`Your account holds money. Withdraw it first, or tick that you give it up.`,
  withdrawal_open: msg`A withdrawal is under way. Close the account when it has arrived, or cancel it first.`,
}

addErrorMessages(MESSAGES)
