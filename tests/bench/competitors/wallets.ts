import { spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

const CACHE = join(import.meta.dirname, '..', '..', '..', '.cache', 'bench-wallet')
/** Koi's own version; newer ones need a package that not every registry has. */
const VIEM = '2.57.1'

interface Competitor {
  readonly name: string
  readonly dependencies: Readonly<Record<string, string>>
  /** Module of a page with a button `#connect`; `window.isWalletConnected` is true once a wallet is connected. */
  readonly source: (relayUrl: string) => string
}

const BUTTON = `document.body.innerHTML = '<button id="connect" style="font:20px sans-serif;padding:20px">Connect</button>'
const button = document.getElementById('connect')`

/** As in their own quick starts, on Ethereum, with a relay on this machine. */
const COMPETITORS: readonly Competitor[] = [
  {
    name: 'Reown AppKit',
    dependencies: {
      '@reown/appkit': '1.8.24',
      '@reown/appkit-adapter-ethers': '1.8.24',
      ethers: '^6',
      viem: VIEM,
    },
    source: () => `
import { createAppKit } from '@reown/appkit'
import { EthersAdapter } from '@reown/appkit-adapter-ethers'
import { mainnet } from '@reown/appkit/networks'
${BUTTON}
const kit = createAppKit({
  adapters: [new EthersAdapter()], networks: [mainnet], projectId: '0123456789abcdef0123456789abcdef',
  metadata: { name: 'Page', description: 'Page', url: location.origin, icons: [] },
  features: { analytics: false, email: false, socials: [] }, enableReconnect: false,
})
kit.subscribeAccount(({ isConnected }) => { window.isWalletConnected = isConnected })
button.onclick = () => kit.open()`,
  },
  {
    name: 'web3-onboard',
    dependencies: {
      '@web3-onboard/core': '2.24.1',
      '@web3-onboard/injected-wallets': '2.11.3',
      '@web3-onboard/walletconnect': '2.6.3',
      viem: VIEM,
    },
    source: () => `
import Onboard from '@web3-onboard/core'
import injectedModule from '@web3-onboard/injected-wallets'
import walletConnectModule from '@web3-onboard/walletconnect'
${BUTTON}
const onboard = Onboard({
  wallets: [injectedModule(), walletConnectModule({ projectId: '0123456789abcdef0123456789abcdef', dappUrl: location.origin })],
  chains: [{ id: '0x1', token: 'ETH', label: 'Ethereum', rpcUrl: location.origin + '/rpc' }],
  appMetadata: { name: 'Page', description: 'Page', icon: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  connect: { autoConnectLastWallet: false }, disableFontDownload: true,
})
onboard.state.select('wallets').subscribe((wallets) => { window.isWalletConnected = wallets.length > 0 })
button.onclick = () => onboard.connectWallet()`,
  },
]

export interface BuiltPage {
  readonly name: string
  readonly url: string
  /** Gzip, in bytes: the code that the page loads at first, and all of it. */
  readonly bytes: { readonly entry: number; readonly all: number }
  stop(): Promise<void>
}

/**
 * Installs the competitors' pages once and builds them with this repository's Vite. Null, with one line on the console,
 * when the registry cannot be reached.
 */
export async function buildCompetitors(relayUrl: string): Promise<BuiltPage[] | null> {
  const pages: BuiltPage[] = []
  for (const competitor of COMPETITORS) {
    const home = join(CACHE, competitor.name.replaceAll(' ', '-').toLowerCase())
    if (!install(home, competitor)) {
      console.log('The competitors are left out: the package registry cannot be reached.')
      await Promise.all(pages.map((page) => page.stop()))
      return null
    }
    writeFileSync(join(home, 'main.js'), competitor.source(relayUrl))
    writeFileSync(
      join(home, 'index.html'),
      '<!doctype html><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><body><script type="module" src="./main.js"></script>',
    )
    const out = join(home, 'dist')
    await build({
      root: home,
      configFile: false,
      logLevel: 'silent',
      build: { outDir: out, emptyOutDir: true, reportCompressedSize: false, target: 'es2022' },
      define: { 'process.env': '{}', global: 'globalThis' },
    })
    pages.push(await serve(competitor.name, out))
  }
  return pages
}

function install(home: string, { name, dependencies }: Competitor): boolean {
  const wanted = JSON.stringify({
    name: `bench-${name.replaceAll(' ', '-').toLowerCase()}`,
    private: true,
    type: 'module',
    dependencies,
    overrides: { viem: VIEM },
  })
  const file = join(home, 'package.json')
  const isThere = existsSync(join(home, 'node_modules', '.package-lock.json'))
  if (isThere && readFileSync(file, 'utf8') === wanted) return true
  mkdirSync(home, { recursive: true })
  writeFileSync(file, wanted)
  console.log(`Installing ${name} into ${home} …`)
  const { status } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'],
    {
      cwd: home,
      stdio: 'inherit',
      timeout: 300_000,
    },
  )
  return status === 0
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

async function serve(name: string, folder: string): Promise<BuiltPage> {
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page')
    const file = join(folder, pathname === '/' ? 'index.html' : pathname)
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end()
    const body = gzipSync(readFileSync(file))
    const type = TYPES[extname(file)] ?? 'application/octet-stream'
    return response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const assets = readdirSync(join(folder, 'assets')).filter((file) => /\.(?:js|css)$/.test(file))
  const sizeOf = (files: string[]) =>
    files.reduce(
      (sum, file) => sum + gzipSync(readFileSync(join(folder, 'assets', file)), { level: 9 }).length,
      0,
    )
  return {
    name,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    bytes: { entry: sizeOf(assets.filter((file) => html.includes(file))), all: sizeOf(assets) },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
