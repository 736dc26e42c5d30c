import {
  beginWithdrawalVote,
  voteOnWithdrawal,
  type WithdrawalDetail,
} from '#contract/operator/withdrawals.ts'
import type { Database } from '#server/db/tables.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import type { OperatorServices } from './services.ts'
import { beginVote, vote } from './vote.ts'

/** @param detailOf what is answered after a vote: the withdrawal as its screen shows it */
export function withdrawalVoteEndpoints(
  services: OperatorServices,
  detailOf: (db: Database, id: string) => Promise<WithdrawalDetail>,
): Served[] {
  return [
    served(beginWithdrawalVote, {
      handle: ({ params, body }, caller) => beginVote(services, caller, { id: params.id, ...body }),
    }),
    served(voteOnWithdrawal, {
      async handle({ params, body }, caller) {
        await vote(services, caller, { id: params.id, ...body, response: body.response })
        return detailOf(services.db, params.id)
      },
    }),
  ]
}
