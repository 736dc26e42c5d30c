import * as v from 'valibot'
import { StartupError } from '#server/base/startup-error.ts'
import { toDecimal } from '#server/coins/units.ts'
import { readAs, type Verbs } from './operator-call.ts'

const DebtSchema = v.pipe(
  v.string('Name the debt as its list does: <provider>/<call>'),
  v.regex(/^[^/]+\/.+$/, 'Name the debt as its list does: <provider>/<call>'),
)

/** Wins that providers took back when their players had them no more. */
export const DEBTS: Verbs = {
  list: {
    isChange: false,
    async ask({ db }) {
      const rows = await db
        .selectFrom('provider_debt')
        .innerJoin('coin', 'coin.id', 'provider_debt.coin')
        .selectAll('provider_debt')
        .select('coin.decimals')
        .orderBy('provider_debt.at')
        .execute()
      return rows.map(({ provider, transaction_id, account_id, coin, amount, decimals, at, settled_at }) => ({
        debt: `${provider}/${transaction_id}`,
        player: account_id,
        amount: toDecimal(BigInt(amount), decimals),
        coin,
        at: at.toISOString(),
        settled: settled_at?.toISOString() ?? null,
      }))
    },
  },

  settle: {
    isChange: true,
    /** Withdrawals of the player go on, by which the house may lose it. */
    async worth({ db, words }) {
      const { debt, provider, call } = debtOf(words)
      const rows = await db
        .selectFrom('provider_debt')
        .select(['coin', 'amount'])
        .where('provider', '=', provider)
        .where('transaction_id', '=', call)
        .where('settled_at', 'is', null)
        .execute()
      const [first] = rows
      if (!first) throw noDebt(debt)
      const { coin } = first
      if (rows.some((row) => row.coin !== coin))
        throw new StartupError(`${debt} is of several coins: settle it by the command line.`)
      return { coin, amount: rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n) }
    },
    async act({ db, words, now, actionId }) {
      const { debt, provider, call } = debtOf(words)
      const { numUpdatedRows } = await db
        .updateTable('provider_debt')
        .set({ settled_at: new Date(now), action_id: actionId })
        .where('provider', '=', provider)
        .where('transaction_id', '=', call)
        .where('settled_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw noDebt(debt)
      return { what: { debt }, rows: [{ debt, settled: new Date(now).toISOString() }] }
    },
  },
}

/** @throws StartupError */
function debtOf([word]: readonly string[]) {
  const debt = readAs(DebtSchema, word)
  const slash = debt.indexOf('/')
  return { debt, provider: debt.slice(0, slash), call: debt.slice(slash + 1) }
}

const noDebt = (debt: string) => new StartupError(`There is no open debt ${debt}.`)
