import { StartupError } from '#server/base/startup-error.ts'

export const REPLACED: Readonly<Record<string, string>> = {
  KOI_CHAINS: 'chains[].id and chains[].name',
  KOI_RPC_URLS: 'chains[].node',
  KOI_CHAIN_PUBLIC_RPC_URLS: 'chains[].publicNode',
  KOI_CHAIN_EXPLORER_URLS: 'chains[].explorer',
  KOI_CHAIN_POLL_MS: 'chains[].pollMs',
  KOI_NFT_COLLECTIONS: 'chains[].nftCollections',
  KOI_DEPOSIT_ADDRESSES: 'chains[].recipient',
  KOI_DEPOSIT_TOKENS: 'chains[].coins',
  KOI_DEPOSIT_CONFIRMATIONS: 'chains[].confirmations',
  WITHDRAWAL_EVM_COINS: 'chains[].coins[].fee and chains[].coins[].minimum',
  WITHDRAWAL_FEE_USDT: 'tron.fee',
  WITHDRAWAL_MINIMUM_USDT: 'tron.minimum',
  RATE_SOURCES: 'rates.sources',
  RATE_MAX_AGE_MINUTES: 'rates.maxAgeMinutes',
  RATE_MAX_DIFFERENCE_PERCENT: 'rates.maxDifferencePercent',
  WALLET_RECOMMENDED_IDS: 'wallets.recommended',
  WALLET_EXCLUDED_IDS: 'wallets.excluded',
  WALLET_NETWORK_VIEW: 'wallets.networkView',
  SIGNER_REVIEW_USDT: 'signer.reviewUsdt',
  SIGNER_DAY_LIMIT_USDT: 'signer.dayLimitUsdt',
  SIGNER_FLOORS_USD: 'signer.coins[].floorUsd',
  SIGNER_COIN_LIMITS: 'signer.coins[].reviewFrom and signer.coins[].perDay',
  SIGNER_FEE_LIMIT_TRX: 'signer.feeLimitTrx',
  SIGNER_MAX_GAS_GWEI: 'signer.maxGasGwei',
}

/** @throws StartupError for a variable of an earlier release: it would silently have no effect */
export function refuseReplaced(env: Readonly<Record<string, string | undefined>>): void {
  const set = Object.entries(REPLACED).filter(([name]) => env[name])
  if (set.length === 0) return
  const where = set.map(([name, key]) => `${name} is ${key} now`)
  throw new StartupError(
    `Structured settings are in the file that KOI_CONFIG names: ${where.join('; ')}. See docs/configuration.md.`,
  )
}
