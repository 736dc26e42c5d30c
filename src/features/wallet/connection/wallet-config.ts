import { getConfig, type ServerConfig } from '#contract/config.ts'
import { api } from '#session/api.ts'
import { within } from './abort.ts'
import { WalletError } from './wallet-error.ts'

const WITHIN_MS = 5_000

let read = (): Promise<ServerConfig> => api.call(getConfig)

/** Sets the source of chains and relay: the query cache, which also works offline, instead of the server. */
export function readWalletConfigWith(reader: () => Promise<ServerConfig>): void {
  read = reader
}

/**
 * Chains and relay of this server.
 * @throws {WalletError} `config_unavailable`
 */
export async function walletConfig(): Promise<ServerConfig> {
  const late = () => new WalletError('config_unavailable', 'The configuration did not arrive in time')
  try {
    return await within(read(), WITHIN_MS, late)
  } catch (error) {
    throw new WalletError('config_unavailable', 'The configuration could not be read', { cause: error })
  }
}
