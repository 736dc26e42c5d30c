import { within } from './abort.ts'
import type { Onboard, OnboardConnection } from './onboard.ts'
import { walletConfig } from './wallet-config.ts'
import { WalletError } from './wallet-error.ts'

/** Time limit for loading the wallet code. */
const CODE_WITHIN_MS = 5_000

let started: Promise<Onboard> | undefined

/**
 * Loads and starts web3-onboard on first use. A failure is not cached, so that a retry tries again.
 * @throws {WalletError} `code_unavailable`, `config_unavailable`, `no_chains`
 */
export function loadOnboard(onChange: (now: OnboardConnection | null) => void): Promise<Onboard> {
  started ??= start(onChange).catch((error: unknown) => {
    started = undefined
    throw error
  })
  return started
}

async function start(onChange: (now: OnboardConnection | null) => void): Promise<Onboard> {
  const late = () => new WalletError('code_unavailable', 'The code did not arrive in time')
  const code = within(import('./onboard.ts'), CODE_WITHIN_MS, late).catch((error: unknown) => {
    throw new WalletError('code_unavailable', 'The code cannot be had', { cause: error })
  })
  const [{ startOnboard }, config] = await Promise.all([code, walletConfig()])
  return startOnboard(config, onChange)
}
