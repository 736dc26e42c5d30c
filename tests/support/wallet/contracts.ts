import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Abi, Hex } from 'viem'
import { keptFile } from '../kept-file.ts'

const FOLDER = join(import.meta.dirname, 'contracts')
const NAMES = ['TestToken', 'TestNft', 'TestItems', 'OwnedWallet', 'WalletFactory'] as const

export type ContractName = (typeof NAMES)[number]

export interface Contract {
  readonly abi: Abi
  readonly bytecode: Hex
}

interface CompilerOutput {
  readonly errors?: readonly { severity: string; formattedMessage: string }[]
  readonly contracts: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>
}

let compiled: Promise<Record<ContractName, Contract>> | undefined

/** Compiled contracts of the test chain, cached because compiling takes seconds. */
export function compileContracts(): Promise<Record<ContractName, Contract>> {
  return (compiled ??= readCompiled())
}

async function readCompiled(): Promise<Record<ContractName, Contract>> {
  const sources = await Promise.all(
    NAMES.map(async (name) => {
      const file = `${name}.sol`
      return [file, { content: await readFile(join(FOLDER, file), 'utf8') }] as const
    }),
  )
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(sources),
    settings: {
      optimizer: { enabled: true },
      evmVersion: 'shanghai',
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const text = JSON.stringify(input)
  const { version } = createRequire(import.meta.url)('solc/package.json') as { version: string }
  const hash = createHash('sha256').update(`${version} ${text}`).digest('hex').slice(0, 12)
  const kept = await keptFile({ kind: 'contracts', name: `${hash}.json` }, async () => {
    const { default: solc } = await import('solc')
    return new TextEncoder().encode(solc.compile(text) as string)
  })
  const output = JSON.parse(new TextDecoder().decode(kept)) as CompilerOutput
  const failed = output.errors?.find(({ severity }) => severity === 'error')
  if (failed) throw new Error(failed.formattedMessage)
  const contractOf = (name: ContractName): Contract => {
    const contract = output.contracts[`${name}.sol`]?.[name]
    if (!contract) throw new Error(`The compiler left ${name} out.`)
    return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }
  }
  return {
    TestToken: contractOf('TestToken'),
    TestNft: contractOf('TestNft'),
    TestItems: contractOf('TestItems'),
    OwnedWallet: contractOf('OwnedWallet'),
    WalletFactory: contractOf('WalletFactory'),
  }
}
