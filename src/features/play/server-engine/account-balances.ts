import type { BetLimits, PlayAnswer } from '#contract/play.ts'
import type { Balance, PlayLimits } from '#features/play/play-engine.ts'
import { createStore, type ReadableStore, type WritableStore } from '#lib/store.ts'
import { availableOf, byCoin, showStatus, type ServerAccount } from './account-state.ts'
import { askFresh } from './answer-order.ts'
import { askUntilKnown } from './lost-answers.ts'
import { coinOf, unitsOf } from './wire-bets.ts'

/**
 * Shows the balance of an answer, or asks for all balances where something has changed since its request left.
 * @param place that of its request; undefined where the answer may have an old balance
 */
export async function takeBalance(
  account: ServerAccount,
  { coin, available }: PlayAnswer['balance'],
  place: number | undefined,
): Promise<void> {
  const { balances, balanceOrder, onBalance } = account
  if (place === undefined || !balanceOrder.isFresh(place)) return await catchUpBalances(account)
  balanceOrder.changed()
  const before = balances.get()
  if (before?.get(coin) === available) return
  balances.set(new Map(before).set(coin, available))
  onBalance?.(coin, available)
}

/** Never fails: the balances are asked for again until they are known, and the player sees it meanwhile. */
export async function catchUpBalances(account: ServerAccount): Promise<void> {
  try {
    await refreshBalances(account)
  } catch {
    account.catchingUp ??= askAgain(account).finally(() => (account.catchingUp = undefined))
  }
}

async function askAgain(account: ServerAccount): Promise<void> {
  try {
    while (account.isBalanceOld) await askUntilKnown(() => refreshBalances(account), account)
  } catch {
    // Asking again does not help. The player sees that it may be old until a later question succeeds.
  }
}

export const refreshBalances = (account: ServerAccount): Promise<void> =>
  account.turns.balances(async () => {
    try {
      const answer = await askFresh(account.balanceOrder, account.readBalances)
      if (!answer) return
      account.balances.set(availableOf(answer))
      account.balanceOrder.changed()
      account.isBalanceOld = false
    } catch (error) {
      account.isBalanceOld = true
      throw error
    } finally {
      showStatus(account)
    }
  })

export const refreshLimits = (account: ServerAccount): Promise<void> =>
  account.turns.limits(async () => {
    account.limits.set(byCoin(await account.readLimits()))
    showStatus(account)
  })

/** The stores of one coin, which follow the account. They hold another object only when something in it has changed. */
export function createCoinStores(account: ServerAccount, coin: string) {
  const balance = createStore<Balance | undefined>(undefined)
  const limits = new Map<string, WritableStore<PlayLimits | undefined>>()
  account.balances.subscribe(() => showBalance(account, coin, balance))
  account.limits.subscribe(() => {
    for (const [id, store] of limits) showLimits(limitsIn(account, id), store)
    showBalance(account, coin, balance)
  })
  showBalance(account, coin, balance)
  return {
    balance,
    limits(id: string): ReadableStore<PlayLimits | undefined> {
      const store = limits.get(id) ?? createStore(limitsIn(account, id))
      limits.set(id, store)
      return store
    },
  }
}

function showBalance(account: ServerAccount, coin: string, shown: WritableStore<Balance | undefined>): void {
  const held = account.balances.get()
  // Without the limits the coin's decimals are not known.
  if (!held || !account.limits.get()) return
  const facts = coinOf(coin, account.decimalsOf)
  const amount = unitsOf(held.get(coin) ?? '0', facts.decimals)
  const before = shown.get()
  if (before?.amount !== amount || before.decimals !== facts.decimals) shown.set({ ...facts, amount })
}

function showLimits(next: PlayLimits | undefined, shown: WritableStore<PlayLimits | undefined>): void {
  const before = shown.get()
  const isSame =
    before?.minStake === next?.minStake &&
    before?.maxStake === next?.maxStake &&
    before?.maxPayout === next?.maxPayout
  if (!isSame) shown.set(next)
}

function limitsIn({ limits }: ServerAccount, coin: string): PlayLimits | undefined {
  const known: BetLimits | undefined = limits.get()?.get(coin)
  return (
    known && {
      minStake: unitsOf(known.minStake, known.decimals),
      maxStake: unitsOf(known.maxStake, known.decimals),
      maxPayout: unitsOf(known.maxPayout, known.decimals),
    }
  )
}
