import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import {
  beginWithdrawalVote,
  getWithdrawalToReview,
  listAllWithdrawals,
  voteOnWithdrawal,
  type Decision,
  type WithdrawalDetail,
} from '#contract/operator/withdrawals.ts'
import { api } from '#operator/session/api.ts'
import { askPasskey } from '#operator/session/ask-passkey.ts'
import { operatorQuery } from '#operator/session/queries.ts'

class WithdrawalChanged extends Error {
  /** Names a sentence in `operator-answers.ts`. */
  readonly code = 'withdrawal_changed'
}

/** Votes by passkey on the withdrawal as it is shown. Resolves to the withdrawal with the vote. */
export function useVote(withdrawal: WithdrawalDetail) {
  const queries = useQueryClient()
  const { id } = withdrawal
  const query = operatorQuery(getWithdrawalToReview, { params: { id } })
  const begin = async (decision: Decision) => {
    const shown = shownOf(withdrawal)
    try {
      return await api.call(beginWithdrawalVote, { params: { id }, body: { decision, shown } })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'conflict')) throw error
      const now = await queries.fetchQuery({ ...query, staleTime: 0 })
      throw JSON.stringify(shownOf(now)) === JSON.stringify(shown) ? error : new WithdrawalChanged()
    }
  }
  return async (decision: Decision, why: string): Promise<WithdrawalDetail> => {
    const options = await begin(decision)
    const response = await askPasskey(options)
    const voted = await api.call(voteOnWithdrawal, {
      params: { id },
      body: { decision, why, response },
    })
    queries.setQueryData(query.queryKey, voted)
    void queries.invalidateQueries({ queryKey: [listAllWithdrawals.path] })
    return voted
  }
}

const shownOf = ({ coin, chain, amount, address }: WithdrawalDetail) => ({ coin, chain, amount, address })
