import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createTestClient,
  defineChain,
  encodeFunctionData,
  http,
  publicActions,
  serializeErc6492Signature,
  TransactionReceiptNotFoundError,
  walletActions,
  zeroHash,
  type Address,
  type Hex,
  type TransactionReceipt,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { compileContracts, type ContractName } from './contracts.ts'

const MNEMONIC = 'test test test test test test test test test test test junk'
const READY_WITHIN_MS = 15_000
const MINED_WITHIN_MS = 30_000

/** An account with 10,000 coins of the chain. */
export const richAccount = (index = 0) => mnemonicToAccount(MNEMONIC, { addressIndex: index })

export type RichAccount = ReturnType<typeof richAccount>

/** A wallet that has only an address until somebody deploys it (EIP-6492). */
export interface UndeployedWallet {
  readonly address: Address
  /** Wraps its owner's signature with the data that deploys the wallet. */
  wrap(signature: Hex): Hex
  deploy(): Promise<void>
}

export type TestChain = Awaited<ReturnType<typeof startChain>>

/**
 * A real EVM chain (anvil) that mines a block for each transaction.
 * @throws if anvil is missing: tests fail instead of being skipped
 */
export async function startChain({ chainId = 11_155_111 }: { chainId?: number } = {}) {
  const { child, url } = await startAnvil(chainId)
  const chain = defineChain({
    id: chainId,
    name: `Test chain ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const account = richAccount()
  const sending = createTestClient({
    account,
    chain,
    mode: 'anvil',
    transport: http(url, { retryCount: 0 }),
  })
    .extend(publicActions)
    .extend(walletActions)
  // Viem waits for the next block: anvil announces a block a moment before its receipts exist, and no other block
  // follows.
  const receiptOf = async (hash: Hex): Promise<TransactionReceipt> => {
    const deadline = Date.now() + MINED_WITHIN_MS
    for (;;) {
      try {
        return await sending.getTransactionReceipt({ hash })
      } catch (error) {
        if (!(error instanceof TransactionReceiptNotFoundError) || Date.now() > deadline) throw error
      }
      await sleep(10)
    }
  }
  // Anvil answers a moment before its block exists, and a read could miss the transaction.
  const untilMined = <Send extends (...args: never[]) => Promise<Hex>>(send: Send) =>
    (async (...args: Parameters<Send>) => {
      const hash = await send(...args)
      if (await sending.getAutomine()) await receiptOf(hash)
      return hash
    }) as Send
  const client = {
    ...sending,
    sendTransaction: untilMined(sending.sendTransaction),
    sendRawTransaction: untilMined(sending.sendRawTransaction),
    writeContract: untilMined(sending.writeContract),
  }

  async function deploy(
    name: ContractName,
    args: readonly unknown[] = [],
    deployer: RichAccount = account,
  ): Promise<Address> {
    const { abi, bytecode } = (await compileContracts())[name]
    const hash = await client.deployContract({ account: deployer, abi, bytecode, args })
    const { contractAddress } = await receiptOf(hash)
    if (!contractAddress) throw new Error(`${name} was not deployed.`)
    return contractAddress
  }

  let factory: Promise<Address> | undefined
  async function undeployedWallet(owner: Address, salt: Hex = zeroHash): Promise<UndeployedWallet> {
    const { abi } = (await compileContracts()).WalletFactory
    const factoryAddress = await (factory ??= deploy('WalletFactory'))
    const call = { address: factoryAddress, abi, args: [owner, salt] }
    const address = (await client.readContract({ ...call, functionName: 'addressOf' })) as Address
    const data = encodeFunctionData({ abi, functionName: 'deploy', args: [owner, salt] })
    return {
      address,
      wrap: (signature) => serializeErc6492Signature({ address: factoryAddress, data, signature }),
      async deploy() {
        await client.sendTransaction({ to: factoryAddress, data })
      },
    }
  }

  return {
    url,
    chainId,
    /** Reads, sends from the first rich account, and makes anvil's own calls (mine, setBalance, …). */
    client,
    deploy,
    /** A deployed smart-contract wallet (EIP-1271). Its address depends on its deployer and their nonce. */
    deployWallet: (owner: Address, deployer?: RichAccount) => deploy('OwnedWallet', [owner], deployer),
    undeployedWallet,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function startAnvil(chainId: number): Promise<{ child: ChildProcess; url: string }> {
  const options = [
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--chain-id',
    String(chainId),
    '--mnemonic',
    MNEMONIC,
  ]
  const child = spawn(anvilPath(), options, { stdio: ['ignore', 'pipe', 'inherit'] })
  const failed = new Promise<never>((_, fail) => {
    const missing = 'it comes with the optional package @foundry-rs/anvil-linux-amd64, or put it on the PATH'
    child.once('error', (cause) => fail(new Error(`anvil cannot be started: ${missing}.`, { cause })))
    child.once('exit', (code) => fail(new Error(`anvil ended with ${code} before it was ready.`)))
    setTimeout(() => fail(new Error('anvil did not become ready.')), READY_WITHIN_MS).unref()
  })
  failed.catch(() => {})
  const listening = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      const address = /^Listening on (\S+)/.exec(line)?.[1]
      if (address !== undefined) return `http://${address}`
    }
    throw new Error('anvil did not say where it listens.')
  })()
  try {
    const url = await Promise.race([listening, failed])
    // A full pipe would block the process.
    child.stdout.resume()
    return { child, url }
  } catch (error) {
    child.kill()
    throw error
  }
}

function anvilPath(): string {
  try {
    const home = createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/package.json')
    return join(dirname(home), 'bin', 'anvil')
  } catch {
    return 'anvil'
  }
}
