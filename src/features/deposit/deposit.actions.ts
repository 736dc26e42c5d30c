import { ApiError } from '#api/api-error.ts'
import { openDepositAddress } from '#contract/deposits.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { api } from '#session/api.ts'
import { DEPOSIT_CHOICE_KEY, depositState, type DepositTab } from './deposit.state.ts'

/** Tells answers of an earlier question, or of another player, from the one that is waited for. */
let asked = 0

export function chooseTab(tab: DepositTab): void {
  depositState.tab = tab
}

/** What the dialog shows when it opens next: a deposit, or the wallet's NFTs alone. */
export function beginWith(what: 'deposit' | 'nfts'): void {
  depositState.isNftsOnly = what === 'nfts'
  chooseTab('crypto')
}

/** The coin to receive, or `KEEP`; it is remembered on this device. */
export function chooseCoin(choice: string): void {
  depositState.coin = choice
  browserStorage.set(DEPOSIT_CHOICE_KEY, choice)
}

export function setFollowed(isFollowed: boolean): void {
  depositState.isFollowed = isFollowed
}

/**
 * Asks for the player's address, whose transfers are credited in the coin `receives` from now on. Asked `again` for
 * what is on screen, only Koi's own refusal takes it away.
 */
export async function askForAddress(receives: string, { again = false } = {}): Promise<void> {
  const question = ++asked
  const { address } = depositState
  // What is known stays on screen: the address is always the same one.
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

/** Forgets the address, as when another player, or none, holds the device. */
export function forgetAddress(): void {
  asked += 1
  depositState.address = { status: 'none' }
}
