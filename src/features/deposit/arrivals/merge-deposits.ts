import { DEPOSITS_PER_PAGE, type Deposit, type listDeposits } from '#contract/deposits.ts'
import type { DataOf } from '#contract/endpoint.ts'

type DepositPage = DataOf<typeof listDeposits>

/** The first page of the list with deposits as they are now. */
export function mergeDeposits(page: DepositPage, changed: readonly Deposit[]): DepositPage {
  const byId = new Map([...page.deposits, ...changed].map((deposit) => [deposit.id, deposit]))
  const all = [...byId.values()].sort((a, b) => Number(BigInt(b.id) - BigInt(a.id)))
  const deposits = all.slice(0, DEPOSITS_PER_PAGE)
  return { deposits, next: all.length > deposits.length ? (deposits.at(-1)?.id ?? null) : page.next }
}

/** Tells what has come to its end since it was last asked; what had its end at the first look is no news. */
export function createSettledNews(known: readonly Deposit[] | undefined) {
  const statuses = new Map(known?.map(({ id, status }) => [id, status]))
  let isFirst = known === undefined
  return (deposits: readonly Deposit[]): Deposit[] => {
    const settled = deposits.filter(({ id, status }) => {
      const before = statuses.get(id)
      statuses.set(id, status)
      return status !== 'confirming' && before !== status && (before !== undefined || !isFirst)
    })
    isFirst = false
    return settled
  }
}
