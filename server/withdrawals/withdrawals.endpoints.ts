import * as contract from '#contract/withdrawals.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { served, type Served } from '#server/http/mount-endpoint.ts'
import { addAddress, readAddressBook, removeAddress, setWhitelist } from './address-book.ts'
import { tellPlayers } from '#server/feed/player-news.ts'
import type { Feed } from '#server/feed/feed.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import { readTerms, requestWithdrawal } from './request-withdrawal.ts'
import { readWithdrawal, toWithdrawal, withdrawalsWithCoins } from './withdrawal-rows.ts'

export interface WithdrawalServices extends AccountServices {
  readonly feed: Pick<Feed, 'publish'>
}

export function withdrawalEndpoints(services: WithdrawalServices): Served[] {
  const { db, clock, feed } = services
  const book = (uid: number) => readAddressBook(services, uid)
  const tell = (uid: number) => {
    for (const topic of ['withdrawals', 'balances', 'messages'] as const) tellPlayers(feed, topic, [uid])
  }

  return [
    served(contract.getWithdrawalTerms, { handle: (_, { session }) => readTerms(services, session.uid) }),
    served(contract.requestWithdrawal, {
      async handle({ body }, caller) {
        const withdrawal = await requestWithdrawal(services, caller, body)
        tell(caller.session.uid)
        return withdrawal
      },
    }),

    served(contract.listWithdrawals, {
      async handle({ query }, { session: { uid } }) {
        const rows = await withdrawalsWithCoins(db)
          .where('withdrawal.account_id', '=', uid)
          .$if(query.before !== undefined, (rows) => rows.where('withdrawal.id', '<', query.before ?? ''))
          .orderBy('withdrawal.id', 'desc')
          .limit(contract.WITHDRAWALS_PER_PAGE + 1)
          .execute()
        const withdrawals = rows.slice(0, contract.WITHDRAWALS_PER_PAGE).map(toWithdrawal)
        const next = rows.length > withdrawals.length ? (withdrawals.at(-1)?.id ?? null) : null
        return { withdrawals, next }
      },
    }),

    served(contract.getWithdrawal, {
      async handle({ params }, { session: { uid } }) {
        const withdrawal = await readWithdrawal(db, uid, params.id)
        if (!withdrawal) throw new Refusal('not_found', 'You have no such withdrawal')
        return withdrawal
      },
    }),

    served(contract.cancelWithdrawal, {
      async handle({ params }, { session: { uid } }) {
        const withdrawal = await cancelWithdrawal(db, { uid, id: params.id, now: clock() })
        tell(uid)
        return withdrawal
      },
    }),

    served(contract.getAddressBook, { handle: (_, { session }) => book(session.uid) }),
    served(contract.addWithdrawalAddress, {
      async handle({ body }, caller) {
        await addAddress(services, caller, body)
        return book(caller.session.uid)
      },
    }),
    served(contract.removeWithdrawalAddress, {
      async handle({ params }, { session: { uid } }) {
        await removeAddress(db, uid, params.id)
        return book(uid)
      },
    }),
    served(contract.setWithdrawalWhitelist, {
      async handle({ body }, caller) {
        await setWhitelist(services, caller, body)
        return book(caller.session.uid)
      },
    }),
  ]
}
