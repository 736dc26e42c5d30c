import { describe, expect, it } from 'vitest'
import type { ServerConfig } from '#contract/config.ts'
import { BLAST_SEPOLIA, configFile, SEPOLIA } from '../support/config-file.ts'
import { createWalletApp, PROJECT_ID } from './wallet-app.ts'

const NODE = 'https://node.example/v3/secret-key'

describe('the settings of wallets in a page', () => {
  const read = async (env: Record<string, string>) => {
    const { call } = createWalletApp(env)
    const policy = (await call('/health')).headers.get('content-security-policy') ?? ''
    const text = await (await call('/config')).text()
    const { data } = JSON.parse(text) as { data: ServerConfig }
    return { text, config: data, connect: /connect-src [^;]+/.exec(policy)?.[0] }
  }

  it('turn WalletConnect off without a project id', async () => {
    const { config, connect } = await read({ WALLETCONNECT_RELAY_URL: 'wss://relay.example' })
    expect(config.wallet).toEqual({ hasExplorer: false, hasNetworkView: false, relayUrl: null })
    expect(config.publicKeys.walletConnectProjectId).toBeNull()
    expect(connect).toBe("connect-src 'self'")
  })

  it('have the address of the relay with one, the only address that pages may connect to', async () => {
    const { config, connect } = await read({
      WALLETCONNECT_PROJECT_ID: PROJECT_ID,
      WALLETCONNECT_RELAY_URL: 'wss://relay.example:8443/path',
      KOI_CONFIG: configFile({ wallets: { networkView: true } }),
    })
    const relayUrl = 'wss://relay.example:8443/path'
    expect(config.wallet).toEqual({ hasExplorer: true, hasNetworkView: true, relayUrl })
    expect(connect).toBe("connect-src 'self' wss://relay.example:8443")
  })

  it('have the chains that a wallet needs, and no node behind this server', async () => {
    const { config, text } = await read({
      KOI_MAINNET_RPC_URL: NODE,
      KOI_CONFIG: configFile({
        chains: [{ id: SEPOLIA, node: NODE, publicNode: 'https://public.example' }, { id: BLAST_SEPOLIA }],
      }),
    })
    expect(config.chains[0]).toEqual({
      id: 11_155_111,
      name: 'Sepolia',
      testnet: true,
      currency: { name: 'Ether', symbol: 'ETH' },
      rpcUrl: 'https://public.example',
      explorerUrl: 'https://sepolia.etherscan.io',
    })
    expect(text).not.toContain('secret-key')
  })
})
