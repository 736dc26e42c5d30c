import * as v from 'valibot'
import type { Chain } from '#contract/config.ts'
import { addressPair, optional } from './environment.ts'

/** The two chains that wallets of players may be on. */
export type ChainPair = readonly [Chain, Chain]

const ETHER = { name: 'Ether', symbol: 'ETH' }

const ETHEREUM: Chain = {
  id: 1,
  name: 'Ethereum',
  testnet: false,
  currency: ETHER,
  rpcUrl: 'https://ethereum-rpc.publicnode.com',
  explorerUrl: 'https://etherscan.io',
}
const SEPOLIA: Chain = {
  id: 11_155_111,
  name: 'Sepolia',
  testnet: true,
  currency: ETHER,
  rpcUrl: 'https://ethereum-sepolia-rpc.publicnode.com',
  explorerUrl: 'https://sepolia.etherscan.io',
}
const BLAST: Chain = {
  id: 81_457,
  name: 'Blast',
  testnet: false,
  currency: ETHER,
  rpcUrl: 'https://rpc.blast.io',
  explorerUrl: 'https://blastscan.io',
}
const BLAST_SEPOLIA: Chain = {
  id: 168_587_773,
  name: 'Blast Sepolia',
  testnet: true,
  currency: ETHER,
  rpcUrl: 'https://sepolia.blast.io',
  explorerUrl: 'https://sepolia.blastscan.io',
}
const KNOWN = [ETHEREUM, SEPOLIA, BLAST, BLAST_SEPOLIA]

const DEFAULTS = {
  practice: [SEPOLIA, BLAST_SEPOLIA],
  live: [ETHEREUM, BLAST],
} as const satisfies Record<string, ChainPair>

const NamesSchema = v.pipe(
  v.string(),
  v.regex(
    /^[1-9]\d{0,14}:[^:,]{1,40},[1-9]\d{0,14}:[^:,]{1,40}$/,
    'must name exactly two chains as id:name,id:name',
  ),
  v.transform((text) =>
    text.split(',').map((pair) => {
      const [id = '', name = ''] = pair.split(':')
      return { id: Number(id), name: name.trim() }
    }),
  ),
  v.check(
    ([first, second]) => Boolean(first?.id && second?.id && first.id !== second.id),
    'must name two different chains',
  ),
)

const TWO = 'must be two http or https addresses with a comma between them, one for each chain; either may be'

export const CHAIN_ENVIRONMENT = {
  KOI_CHAINS: optional(NamesSchema),
  /** Told to wallets that learn a chain. */
  KOI_CHAIN_PUBLIC_RPC_URLS: optional(addressPair(`${TWO} empty`)),
  KOI_CHAIN_EXPLORER_URLS: optional(addressPair(`${TWO} empty`)),
}
type ChainEnvironment = v.InferOutput<v.ObjectSchema<typeof CHAIN_ENVIRONMENT, undefined>>

/** The chains of a mode, or those that were named, with what is known about them. */
export function chainsOf(set: ChainEnvironment, mode: keyof typeof DEFAULTS): ChainPair {
  const named = set.KOI_CHAINS ?? []
  const chain = (at: 0 | 1): Chain => {
    const { id, name } = named[at] ?? DEFAULTS[mode][at]
    const known = KNOWN.find((each) => each.id === id)
    return {
      id,
      name,
      testnet: known?.testnet ?? mode === 'practice',
      currency: known?.currency ?? ETHER,
      rpcUrl: set.KOI_CHAIN_PUBLIC_RPC_URLS?.[at] ?? known?.rpcUrl ?? null,
      explorerUrl: set.KOI_CHAIN_EXPLORER_URLS?.[at] ?? known?.explorerUrl ?? null,
    }
  }
  return [chain(0), chain(1)]
}
