import { getReferral, listFriends } from '#contract/referral.ts'
import { apiCursor } from '#queries/api-pages.ts'
import { apiQuery } from '#queries/api-query.ts'

export const referralQuery = apiQuery(getReferral, { persist: 'account' })

export const friendsQuery = apiCursor(listFriends, {
  query: {},
  next: ({ next }) => next,
  persist: 'account',
})
