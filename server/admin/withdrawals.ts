import { RowIdSchema } from '#contract/values.ts'
import { WITHDRAWAL_STATUSES } from '#contract/withdrawals.ts'
import * as v from 'valibot'
import { listWithdrawals } from '#server/operator-views/withdrawal-list.ts'
import { readWithdrawalToReview } from '#server/operator-views/withdrawal-review.ts'
import { inSentences } from './in-sentences.ts'
import { readAs, type Verbs } from './operator-call.ts'

const StatusSchema = v.optional(v.picklist(WITHDRAWAL_STATUSES))

/** They are decided with `npm run signer`, or in the console. */
export const WITHDRAWALS: Verbs = {
  list: {
    isChange: false,
    ask: async ({ db, words }) =>
      (await listWithdrawals({ db }, { status: readAs(StatusSchema, words[0]) })).withdrawals,
  },
  show: {
    isChange: false,
    ask: async ({ db, secrets, now, words }) => [
      await inSentences(
        readWithdrawalToReview({ db, secrets, clock: () => now }, readAs(RowIdSchema, words[0])),
      ),
    ],
  },
}
