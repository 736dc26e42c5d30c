import * as v from 'valibot'
import { RowIdSchema } from '#contract/values.ts'
import { WITHDRAWAL_STATUSES } from '#contract/withdrawals.ts'
import { listWithdrawals, type VotingConfig } from '#server/operator-views/withdrawal-list.ts'
import { readWithdrawalToReview } from '#server/operator-views/withdrawal-review.ts'
import { readAs, type Verbs } from './operator-call.ts'

const StatusSchema = v.optional(v.picklist(WITHDRAWAL_STATUSES))

/** They are decided with `npm run signer`, or in the console. */
export const withdrawalVerbs = (config: VotingConfig): Verbs => ({
  list: {
    isChange: false,
    async ask({ db, now, words }) {
      const status = readAs(StatusSchema, words[0])
      return (await listWithdrawals({ db, clock: () => now, config }, { status, after: undefined }))
        .withdrawals
    },
  },
  show: {
    isChange: false,
    async ask({ db, secrets, now, words }) {
      const services = { db, secrets, clock: () => now, config }
      return [await readWithdrawalToReview(services, readAs(RowIdSchema, words[0]))]
    },
  },
})
