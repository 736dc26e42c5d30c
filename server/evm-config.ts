import * as v from 'valibot'
import type { ChainPair } from './chain-config.ts'
import { COINS, ledgerDecimalsOf } from './coins/coins.seed.ts'
import { evmAddressesIn, haveChecksums, isEachOnce, namesIn, optional, pairOf } from './environment.ts'
import { StartupError } from './base/startup-error.ts'

/** A coin that comes in from wallets on one chain. */
export interface EvmToken {
  /** As the ledger names it. */
  readonly coin: string
  /** In lower case; null for the chain's own coin. */
  readonly contract: string | null
  readonly decimals: number
  /** Less is never credited, in the token's smallest unit. */
  readonly minimum: bigint
}

/** Deposits from wallets on one chain. */
export interface EvmDepositConfig {
  readonly chainId: number
  /** As the ledger names it. */
  readonly chain: string
  /** Null for a chain of practice money in the database. */
  readonly nodeUrl: string | null
  /** Address of the house that players send to, in lower case. */
  readonly recipient: string
  readonly confirmations: number
  readonly tokens: readonly EvmToken[]
  readonly explorerUrl: string | null
  readonly practiceBlockMs: number
  /** From one look at the node to the next. */
  readonly pollMs: number
}

const ETHEREUM = 1
const BLAST = 81_457
const NATIVE = 'native'

/** What each chain's tokens are when nothing else is said; by their contracts, never by a symbol. */
const TOKENS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  [ETHEREUM]: {
    'usdt-ethereum': '0xdac17f958d2ee523a2206206994597c13d831ec7',
    'usdc-ethereum': '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    'eth-ethereum': NATIVE,
  },
  [BLAST]: { 'usdb-blast': '0x4300000000000000000000000000000000000003' },
}
const OWN_COIN = { 'eth-ethereum': NATIVE }
/** Made of the words "koi practice" and the coin: nobody has their keys. */
const PRACTICE_TOKENS: readonly Readonly<Record<string, string>>[] = [
  {
    'usdt-ethereum': '0x6b6f692070726163746963652000000075736474',
    'usdc-ethereum': '0x6b6f692070726163746963652000000075736463',
    'eth-ethereum': NATIVE,
  },
  { 'usdb-blast': '0x6b6f692070726163746963652000000075736462' },
]
const PRACTICE_RECIPIENT = '0x6b6f6920707261637469636520686f7573650000'

/** About six minutes on Ethereum and two on Blast; a test network's own money is worth none of them. */
const CONFIRMATIONS: Readonly<Record<number, number>> = { [ETHEREUM]: 32, [BLAST]: 60 }
const OTHER_CONFIRMATIONS = 12

/** In 10⁻⁸ of the coin: a dollar, or about one. */
const MINIMUMS: Readonly<Record<string, bigint>> = { 'eth-ethereum': 50_000n }
const MINIMUM = 100_000_000n

const PAIR = ', with a comma between the two chains; either may be empty'
const ADDRESSES = `must be addresses of the house (0x and 40 hexadecimal characters)${PAIR}`
const COINS_OF = `must be coins and their contracts such as usdt-ethereum=0x…+eth-ethereum=native${PAIR}`
const POLL = 'must be a number of milliseconds from 100 to 60000'
const POLL_MS = 6_000
const COUNTS = `must be numbers of blocks from 1 to 1000${PAIR}`

const ONE_TOKEN = '[a-z0-9]+-[a-z0-9]+=(?:native|0x[0-9a-fA-F]{40})(?:/\\d{1,2})?'

export const EVM_ENVIRONMENT = {
  KOI_DEPOSIT_ADDRESSES: optional(v.pipe(pairOf(/^0x(?!0{40})[0-9a-fA-F]{40}$/, ADDRESSES), haveChecksums)),
  KOI_DEPOSIT_TOKENS: optional(
    v.pipe(
      pairOf(new RegExp(`^${ONE_TOKEN}(?:\\+${ONE_TOKEN})*$`), COINS_OF),
      v.check(
        (parts) => parts.every((part) => namesIn(part).every(isCoin)),
        'names a coin that Koi does not know on these chains',
      ),
      haveChecksums,
      v.check((parts) => parts.every(hasNoTwins), 'names a coin or a contract twice on one chain'),
      v.check(
        (parts) => parts.every((part) => !/(?<!\beth-ethereum)=native/.test(part ?? '')),
        'names a coin as native that is not the ether of the chain: only eth-ethereum=native can be',
      ),
    ),
  ),
  KOI_CHAIN_POLL_MS: optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{3,5}$/, POLL),
      v.transform(Number),
      v.minValue(100, POLL),
      v.maxValue(60_000, POLL),
    ),
  ),
  KOI_DEPOSIT_CONFIRMATIONS: optional(pairOf(/^(?:1000|[1-9]\d{0,2})$/, COUNTS)),
}
type EvmEnvironment = v.InferOutput<v.ObjectSchema<typeof EVM_ENVIRONMENT, undefined>>

interface Surroundings {
  readonly mode: 'practice' | 'live'
  readonly chains: ChainPair
  readonly nodeUrls: ReadonlyMap<number, string>
  readonly practiceBlockMs: number
}

/**
 * Deposits from wallets, by chain. Practice money comes from a test network with a node and an address, else
 * from a practice chain.
 * @throws StartupError in live mode for an address on a chain without a node
 */
export function evmConfigOf(
  set: EvmEnvironment,
  { mode, chains, nodeUrls, practiceBlockMs }: Surroundings,
): readonly EvmDepositConfig[] {
  return chains.flatMap(({ id, name, testnet, explorerUrl }, at): EvmDepositConfig[] => {
    const address = set.KOI_DEPOSIT_ADDRESSES?.[at]?.toLowerCase() ?? null
    const nodeUrl = nodeUrls.get(id) ?? null
    const named = set.KOI_DEPOSIT_TOKENS?.[at]
    const confirmations = Number(
      set.KOI_DEPOSIT_CONFIRMATIONS?.[at] ?? CONFIRMATIONS[id] ?? OTHER_CONFIRMATIONS,
    )
    const pollMs = set.KOI_CHAIN_POLL_MS ?? POLL_MS
    const base = { chainId: id, confirmations, practiceBlockMs, pollMs }
    if (address !== null && nodeUrl !== null && (mode === 'live' || testnet)) {
      // What nobody has named would be credited at the price of ether, whatever the chain's own coin is worth.
      if (mode === 'live' && !named && !TOKENS[id]) {
        throw new StartupError(
          `KOI_DEPOSIT_ADDRESSES names an address on ${name}, of which Koi knows no coins: name them in KOI_DEPOSIT_TOKENS, or leave the address empty.`,
        )
      }
      const tokens = named ? tokensOf(named) : known(TOKENS[id] ?? OWN_COIN)
      return [{ ...base, chain: `evm-${id}`, nodeUrl, recipient: address, tokens, explorerUrl }]
    }
    if (mode === 'live') {
      if (address === null) return []
      throw new StartupError(
        `KOI_DEPOSIT_ADDRESSES names an address on ${name}, and KOI_RPC_URLS has no node for it: set one, or leave the address empty.`,
      )
    }
    const practice = { chain: `evm-${id}-practice`, nodeUrl: null, recipient: PRACTICE_RECIPIENT }
    return [{ ...base, ...practice, tokens: known(PRACTICE_TOKENS[at] ?? OWN_COIN), explorerUrl: null }]
  })
}

/** Coins of TRON and Solana do not come in by a wallet of these chains. */
const isCoin = (id: string) =>
  COINS.some((coin) => idOf(coin) === id && (coin.network === 'Ethereum' || coin.network === 'Blast'))
const hasNoTwins = (part: string | null) =>
  [namesIn(part), evmAddressesIn(part?.toLowerCase() ?? null)].every(isEachOnce)
const idOf = ({ symbol, network }: { symbol: string; network: string }) =>
  `${symbol}-${network}`.toLowerCase()

function tokensOf(text: string): EvmToken[] {
  return text.split('+').map((each) => {
    const [coin = '', place = ''] = each.split('=')
    const [contract = '', decimals] = place.split('/')
    return tokenOf(coin, contract, decimals === undefined ? undefined : Number(decimals))
  })
}

const known = (tokens: Readonly<Record<string, string>>) =>
  Object.entries(tokens).map(([coin, contract]) => tokenOf(coin, contract))

function tokenOf(coin: string, contract: string, decimals = decimalsOf(coin)): EvmToken {
  if (decimals < ledgerDecimalsOf(coin)) {
    throw new StartupError(
      `KOI_DEPOSIT_TOKENS gives ${coin} ${decimals} decimals, fewer than the ${ledgerDecimalsOf(coin)} that Koi keeps of it.`,
    )
  }
  return {
    coin,
    contract: contract === NATIVE ? null : contract.toLowerCase(),
    decimals,
    minimum: ((MINIMUMS[coin] ?? MINIMUM) * 10n ** BigInt(decimals)) / 10n ** 8n,
  }
}

const decimalsOf = (id: string) => COINS.find((coin) => idOf(coin) === id)?.chainDecimals ?? 18
