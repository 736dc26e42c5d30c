import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { EvmAddressSchema, type EvmAddress } from '#contract/values.ts'
import type { ConfiguredChain } from './chain-config.ts'
import { coinIdOf, LEDGER_DECIMALS, type CoinSeed } from '#server/coins/coins.seed.ts'
import { fromDecimal } from '#server/coins/units.ts'
import type { FileChainCoin } from './koi-file.ts'
import { fileError } from './read-koi-file.ts'
import { parsePrice, PRICE_DECIMALS } from '#server/coins/convert-at.ts'

export interface EvmToken {
  readonly coin: string
  readonly contract: EvmAddress | null
  readonly decimals: number
  /** Decimals that the ledger keeps, never more than the token has; the rest of an amount goes to the house. */
  readonly ledgerDecimals: number
  /** Smaller deposits are never credited; in the token's smallest unit. */
  readonly minimum: bigint
  /** Balances grow without a transfer, so they cannot prove deposits. */
  readonly isRebasing: boolean
}

export interface EvmDepositConfig {
  readonly chainId: number
  readonly chain: string
  /** Null for a practice chain in the database. */
  readonly nodeUrl: string | null
  readonly otherNodeUrls: readonly string[]
  readonly recipient: EvmAddress
  readonly confirmations: number
  readonly tokens: readonly EvmToken[]
  readonly explorerUrl: string | null
  readonly practiceBlockMs: number
  readonly pollMs: number
}

const ETHEREUM = 1
const BLAST = 81_457
const BLAST_SEPOLIA = 168_587_773
const NATIVE = 'native'
const addressOf = (text: string) => v.parse(EvmAddressSchema, text)

/** Default tokens of each chain, identified by contract, never by symbol. */
const TOKENS: Readonly<Record<number, readonly FileChainCoin[]>> = {
  [ETHEREUM]: [
    { coin: 'usdt-ethereum', contract: addressOf('0xdac17f958d2ee523a2206206994597c13d831ec7') },
    { coin: 'usdc-ethereum', contract: addressOf('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48') },
    { coin: 'eth-ethereum', contract: NATIVE },
  ],
  [BLAST]: [{ coin: 'usdb-blast', contract: addressOf('0x4300000000000000000000000000000000000003') }],
}
/** Blast pays interest to holders of its coins. */
const BLAST_COINS: ReadonlySet<string> = new Set([
  NATIVE,
  '0x4300000000000000000000000000000000000003',
  '0x4300000000000000000000000000000000000004',
  '0x4200000000000000000000000000000000000022',
  '0x4200000000000000000000000000000000000023',
])
const REBASING: ReadonlyMap<number, ReadonlySet<string>> = new Map([
  [BLAST, BLAST_COINS],
  [BLAST_SEPOLIA, BLAST_COINS],
])
const OWN_COIN: FileChainCoin = { coin: 'eth-ethereum', contract: NATIVE }
const PRACTICE_TOKENS = [TOKENS[ETHEREUM], TOKENS[BLAST]] as const
/** Spells "koi practice" and the coin: nobody has the keys. */
const PRACTICE_CONTRACTS: Readonly<Record<string, string>> = {
  'usdt-ethereum': '0x6b6f692070726163746963652000000075736474',
  'usdc-ethereum': '0x6b6f692070726163746963652000000075736463',
  'usdb-blast': '0x6b6f692070726163746963652000000075736462',
}
const PRACTICE_RECIPIENT = addressOf('0x6b6f6920707261637469636520686f7573650000')

/** About six minutes on Ethereum and two on Blast. */
const CONFIRMATIONS: Readonly<Record<number, number>> = { [ETHEREUM]: 32, [BLAST]: 60 }
const OTHER_CONFIRMATIONS = 12
const POLL_MS = 6_000

/** About a dollar each. Fixed, so that they do not follow the price. */
const MINIMUMS: Readonly<Record<string, string>> = {
  'eth-ethereum': '0.0005',
  'usdt-ethereum': '1',
  'usdc-ethereum': '1',
  'usdb-blast': '1',
}

interface Surroundings {
  readonly mode: 'practice' | 'live'
  readonly coins: readonly CoinSeed[]
  readonly practiceBlockMs: number
}

/**
 * In practice mode deposits come from a test network if a node and an address are set, else from a practice chain.
 * @throws StartupError in live mode for an address on a chain without a node
 */
export function evmConfigOf(
  chains: readonly ConfiguredChain[],
  { mode, coins, practiceBlockMs }: Surroundings,
): readonly EvmDepositConfig[] {
  return chains.flatMap((configured, at): EvmDepositConfig[] => {
    const { chain, nodeUrl, otherNodeUrls, path, entry } = configured
    const { id, testnet, explorerUrl, currency } = chain
    const recipient = entry.recipient ?? null
    const base = {
      chainId: id,
      confirmations: entry.confirmations ?? CONFIRMATIONS[id] ?? OTHER_CONFIRMATIONS,
      practiceBlockMs,
      pollMs: entry.pollMs ?? POLL_MS,
    }
    // Other chains have another native coin than ether.
    const fits = ({ contract }: FileChainCoin) => contract !== NATIVE || currency.symbol === 'ETH'
    const tokensOf = (otherwise: readonly FileChainCoin[]) =>
      (entry.coins ?? otherwise.filter(fits)).map((each, place) =>
        tokenOf(each, { configured, coins, path: `${path}.coins[${place}]` }),
      )
    // Checked for every chain, even an unused one: typing mistakes are reported at once.
    const named = withoutTwins(tokensOf([]), path)
    if (mode === 'live' && recipient === PRACTICE_RECIPIENT) {
      throw fileError(`${path}.recipient: must be an address of yours; nobody has the key of the example’s`)
    }
    if (recipient !== null && nodeUrl !== null && (mode === 'live' || testnet)) {
      // Default coins would be credited at the price of ether, whatever the chain's own coin is worth.
      if (mode === 'live' && named.length === 0 && !TOKENS[id]) {
        throw fileError(
          `${path}.coins: is missing, and Koi knows no coins on chain ${id}: name them, or leave ${path}.recipient out`,
        )
      }
      const tokens = entry.coins ? named : tokensOf(TOKENS[id] ?? [OWN_COIN])
      return [{ ...base, chain: `evm-${id}`, nodeUrl, otherNodeUrls, recipient, tokens, explorerUrl }]
    }
    if (mode === 'live') {
      if (recipient === null) return []
      throw fileError(`${path}.node: is missing: ${path}.recipient needs one`)
    }
    const tokens = tokensOf(PRACTICE_TOKENS[at] ?? [OWN_COIN]).map((token) => ({
      ...token,
      contract: token.contract && practiceContract(token.coin),
    }))
    const practice = {
      chain: `evm-${id}-practice`,
      nodeUrl: null,
      otherNodeUrls: [],
      recipient: PRACTICE_RECIPIENT,
    }
    return [{ ...base, ...practice, tokens, explorerUrl: null }]
  })
}

function withoutTwins(tokens: readonly EvmToken[], path: string): readonly EvmToken[] {
  for (const [at, { coin, contract }] of tokens.entries()) {
    const isTwin = tokens.slice(0, at).some((one) => one.coin === coin || one.contract === contract)
    if (isTwin) throw fileError(`${path}.coins[${at}]: names a coin or a contract twice on one chain`)
  }
  return tokens
}

interface Place {
  readonly configured: ConfiguredChain
  readonly coins: readonly CoinSeed[]
  readonly path: string
}

function tokenOf(named: FileChainCoin, { configured, coins, path }: Place): EvmToken {
  const { coin: id, contract } = named
  const coin = coins.find((each) => coinIdOf(each) === id)
  // Coins of TRON and Solana cannot be sent by a wallet of an EVM chain.
  if (!coin || /^(?:TRON|Solana)$/i.test(coin.network)) {
    throw fileError(`${path}.coin: must be a coin that Koi knows on these chains, or one of coins`)
  }
  const { currency } = configured.chain
  if (contract === NATIVE && coin.symbol.toUpperCase() !== currency.symbol.toUpperCase()) {
    throw fileError(`${path}.contract: can be native for ${currency.symbol} alone, the chain’s own coin`)
  }
  const ledgerDecimals = Math.min(coin.chainDecimals, LEDGER_DECIMALS)
  const decimals = named.decimals ?? coin.chainDecimals
  if (contract === NATIVE && decimals !== NATIVE_DECIMALS) {
    throw fileError(`${path}.decimals: must be ${NATIVE_DECIMALS} for a chain’s own coin`)
  }
  if (decimals < ledgerDecimals) {
    throw fileError(`${path}.decimals: must be ${ledgerDecimals} at least, which Koi keeps of ${id}`)
  }
  return {
    coin: id,
    decimals,
    ledgerDecimals,
    contract: contract === NATIVE ? null : contract,
    minimum: minimumOf(named, coin, { decimals, path }),
    isRebasing: named.rebasing ?? REBASING.get(configured.chain.id)?.has(contract) ?? false,
  }
}

const NATIVE_DECIMALS = 18

/** In the token's smallest unit; at least 1. */
function minimumOf(
  { coin: id, minimumDeposit }: FileChainCoin,
  { priceUsd }: CoinSeed,
  { decimals, path }: { readonly decimals: number; readonly path: string },
): bigint {
  const said = minimumDeposit ?? MINIMUMS[id]
  const minimum =
    said === undefined
      ? 10n ** BigInt(PRICE_DECIMALS + decimals) / (parsePrice(priceUsd) ?? 1n)
      : fromDecimal(said, decimals)
  if (said !== undefined && minimum === 0n) throw fileError(`${path}.minimumDeposit: must be more than 0`)
  return minimum > 0n ? minimum : 1n
}

/** Never a real contract: nobody must pay practice money with real coins. */
const practiceContract = (coin: string) =>
  addressOf(
    PRACTICE_CONTRACTS[coin] ??
      `0x6b6f69207072616374696365${createHash('sha256').update(coin).digest('hex').slice(0, 16)}`,
  )
