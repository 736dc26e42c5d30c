import type { Chain } from '#contract/config.ts'
import type { FileChain, KoiFile } from './koi-file.ts'
import { fileError, nodeUrlsOf } from './read-koi-file.ts'

export interface ConfiguredChain {
  readonly chain: Chain
  /** May contain a key: never sent to clients. */
  readonly nodeUrl: string | null
  readonly otherNodeUrls: readonly string[]
  readonly path: string
  readonly entry: FileChain
}

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

const DEFAULTS = { practice: [SEPOLIA, BLAST_SEPOLIA], live: [ETHEREUM, BLAST] }

/** @throws StartupError for a chain that is named twice or has no name, and for a node whose variable is not set */
export function chainsOf(
  file: KoiFile,
  mode: keyof typeof DEFAULTS,
  env: Readonly<Record<string, string | undefined>>,
): readonly ConfiguredChain[] {
  const entries = file.chains ?? DEFAULTS[mode].map(({ id }): FileChain => ({ id }))
  return entries.map((entry, at) => {
    const path = `chains[${at}]`
    const { id } = entry
    if (entries.findIndex((other) => other.id === id) < at) {
      throw fileError(`${path}.id: names chain ${id} twice`)
    }
    const known = KNOWN.find((each) => each.id === id)
    const name = entry.name ?? known?.name
    if (name === undefined) throw fileError(`${path}.name: is missing, and Koi does not know chain ${id}`)
    if (known && entry.testnet !== undefined && entry.testnet !== known.testnet) {
      throw fileError(`${path}.testnet: must be ${known.testnet} for chain ${id}`)
    }
    const chain: Chain = {
      id,
      name,
      testnet: known?.testnet ?? entry.testnet ?? mode === 'practice',
      currency: entry.currency ?? known?.currency ?? ETHER,
      rpcUrl: entry.publicNode === undefined ? (known?.rpcUrl ?? null) : entry.publicNode,
      explorerUrl: entry.explorer === undefined ? (known?.explorerUrl ?? null) : entry.explorer,
    }
    return { chain, ...nodeUrlsOf(entry, path, env), path, entry }
  })
}
