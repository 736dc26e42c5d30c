import { createHash } from 'node:crypto'

/** The used fields of a wallet in WalletConnect's explorer. */
export interface ExplorerWallet {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly homepage: string
  readonly chains: readonly string[]
  readonly versions: readonly string[]
  readonly sdks: readonly string[]
  readonly image_id: string
  readonly app: Readonly<Record<string, string | null>>
  readonly mobile: { readonly native: string | null; readonly universal: string | null }
  readonly desktop: { readonly native: string | null; readonly universal: string | null }
  readonly injected: readonly { namespace: string; injected_id: string }[] | null
  readonly rdns: string | null
  readonly metadata: { readonly shortName: string; readonly colors: Record<string, string | null> }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const uuid = (text: string) => digest(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

function makeWallet(name: string, known: Partial<ExplorerWallet> = {}): ExplorerWallet {
  const slug = name.toLowerCase().replace(/\W+/g, '-')
  return {
    id: digest(name),
    name,
    slug,
    homepage: `https://${slug}.example/`,
    chains: ['eip155:1', 'eip155:81457'],
    versions: ['2'],
    sdks: ['sign_v2'],
    image_id: uuid(name),
    mobile: { native: `${slug}://`, universal: `https://${slug}.example/app` },
    desktop: { native: '', universal: '' },
    injected: null,
    rdns: null,
    metadata: { shortName: name, colors: { primary: '#336699', secondary: null } },
    ...known,
    app: {
      browser: null,
      ios: `https://apps.example/ios/${slug}`,
      android: `https://apps.example/android/${slug}`,
      mac: null,
      windows: null,
      linux: null,
      chrome: null,
      firefox: null,
      safari: null,
      edge: null,
      opera: null,
      ...known.app,
    },
  }
}

/** Found by `rdns` and by its legacy flag. */
export const METAMASK = makeWallet('MetaMask', {
  id: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
  rdns: 'io.metamask',
  injected: [{ namespace: 'eip155', injected_id: 'isMetaMask' }],
  mobile: { native: 'metamask://', universal: 'https://metamask.example' },
  app: { chrome: 'https://extensions.example/metamask', firefox: 'https://addons.example/metamask' },
})
/** Only a link of its own scheme. */
export const NATIVE_ONLY = makeWallet('Nautilus', { mobile: { native: 'nautilus://', universal: '' } })
/** Only a universal link. */
export const UNIVERSAL_ONLY = makeWallet('Umbrella', {
  mobile: { native: null, universal: 'https://umbrella.example/app' },
})
/** A desktop app. */
export const DESKTOP_APP = makeWallet('Drawer', {
  mobile: { native: '', universal: '' },
  desktop: { native: 'drawer://', universal: '' },
  app: { mac: 'https://drawer.example/mac', windows: 'https://drawer.example/windows' },
})
/** Opens in another tab of a desktop browser. */
const WEB_WALLET = makeWallet('Webbing', {
  mobile: { native: '', universal: '' },
  desktop: { native: '', universal: 'https://webbing.example/wc' },
})

const NAMED = [METAMASK, NATIVE_ONLY, UNIVERSAL_ONLY, DESKTOP_APP, WEB_WALLET]
const COUNT = 500

/** 500 wallets: five special ones, and `Wallet 006` to `Wallet 500`. */
export const EXPLORER_WALLETS: readonly ExplorerWallet[] = [
  ...NAMED,
  ...Array.from({ length: COUNT - NAMED.length }, (_, index) =>
    makeWallet(`Wallet ${String(index + NAMED.length + 1).padStart(3, '0')}`),
  ),
]
