import type { Balance, OpenRound, SeedPair } from '#features/play/play-engine.ts'
import { createStore } from '#lib/store.ts'
import { isSameValue } from '#rules/same-value.ts'
import { toOpenRound, toSeedPair, type RoundRecord } from './account-record.ts'
import { DEMO_COIN } from './demo-coin.ts'
import type { PlayVault } from './play-vault.ts'

/** Stores that follow the account. They hold another object only when something in it has changed. */
export function createAccountStores({ account }: Pick<PlayVault, 'account'>) {
  const balance = createStore<Balance | undefined>(undefined)
  const seeds = createStore<SeedPair | undefined>(undefined)
  const openRounds = createStore<readonly OpenRound[]>([])
  let shown: readonly RoundRecord[] = []
  account.subscribe(() => {
    const next = account.get()
    if (!next) return
    if (balance.get()?.amount !== next.balance) balance.set({ ...DEMO_COIN, amount: next.balance })
    const pair = toSeedPair(next)
    if (!isSameValue(seeds.get(), pair)) seeds.set(pair)
    if (isSameValue(shown, next.rounds)) return
    shown = next.rounds
    openRounds.set(shown.map((round) => toOpenRound(round)))
  })
  return { balance, seeds, openRounds }
}
