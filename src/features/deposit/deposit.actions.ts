import { ApiError } from '#api/api-error.ts'
import { openDepositAddress } from '#contract/deposits.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { api } from '#session/api.ts'
import { DEPOSIT_CHOICE_KEY, depositState, type DepositTab } from './deposit.state.ts'

/** Number of the latest request: answers of earlier ones, or for another player, are dropped. */
let asked = 0

export function chooseTab(tab: DepositTab): void {
  depositState.tab = tab
}

/** Stores the choice, a coin or `KEEP`, on this device. */
export function chooseCoin(choice: string): void {
  depositState.coin = choice
  browserStorage.set(DEPOSIT_CHOICE_KEY, choice)
}

export function setFollowed(isFollowed: boolean): void {
  depositState.isFollowed = isFollowed
}

/**
 * Requests the player's address. From now on its deposits are credited in the coin `receives`. With `again`, a visible
 * address stays unless Koi itself refuses it.
 */
export async function askForAddress(receives: string, { again = false } = {}): Promise<void> {
  const question = ++asked
  const { address } = depositState
  // Keep a known address visible: it never changes.
  if (address.status !== 'ready') depositState.address = { status: 'asking' }
  try {
    const answer = await api.call(openDepositAddress, { body: { receives } })
    if (question === asked) depositState.address = { status: 'ready', address: answer }
  } catch (error) {
    if (question !== asked || (again && !isRefusal(error))) return
    depositState.address = { status: 'failed', code: error instanceof ApiError ? error.code : '' }
  }
}

const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.kind === 'http' && error.status < 500 && error.code !== 'rate_limited'

/** Call when another player, or nobody, is logged in. */
export function forgetAddress(): void {
  asked += 1
  depositState.address = { status: 'none' }
}
