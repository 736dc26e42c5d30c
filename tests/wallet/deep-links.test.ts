// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WalletListing } from '#contract/wallet.ts'
import {
  forgetLink,
  linkKindsOf,
  openLink,
  pairingLink,
  rememberLink,
} from '#features/wallet/connection/deep-links.ts'

const URI = 'wc:94caa59c@2?relay-protocol=irn&symKey=587d'
const CODED = 'wc%3A94caa59c%402%3Frelay-protocol%3Dirn%26symKey%3D587d'
const listing = (
  mobile: Partial<WalletListing['mobile']>,
  desktop: Partial<WalletListing['desktop']> = {},
): WalletListing => ({
  id: 'a'.repeat(64),
  name: 'Wallet',
  homepage: null,
  image: null,
  mobile: { native: null, universal: null, ...mobile },
  desktop: { native: null, universal: null, ...desktop },
  stores: { ios: null, android: null, chrome: null, firefox: null, safari: null, edge: null },
  rdns: null,
  injectedIds: [],
})
const native = (link: string) => pairingLink(listing({ native: link }), 'native', URI, true)
const universal = (link: string) => pairingLink(listing({ universal: link }), 'universal', URI, true)

afterEach(() => forgetLink())

describe('the links of wallets', () => {
  it.each([
    ['metamask://', `metamask://wc?uri=${CODED}`],
    ['metamask:', `metamask://wc?uri=${CODED}`],
    ['metamask:///', `metamask://wc?uri=${CODED}`],
    ['ledgerlive://', `ledgerlive://wc?uri=${CODED}`],
    ['tpoutside://connect', `tpoutside://connect/wc?uri=${CODED}`],
  ])('turn %s into %s for an app', (link, address) => expect(native(link)).toBe(address))

  it.each([
    ['https://metamask.app.link', `https://metamask.app.link/wc?uri=${CODED}`],
    ['https://metamask.app.link/', `https://metamask.app.link/wc?uri=${CODED}`],
    ['https://example.com/open/', `https://example.com/open/wc?uri=${CODED}`],
  ])('turn %s into %s for a page', (link, address) => expect(universal(link)).toBe(address))

  it.each([
    'javascript:alert(1)//',
    'JavaScript://%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:x',
    'intent://x#Intent;end',
    'https://metamask.io',
    'about:blank',
    'meta mask://',
    'x://"onclick=',
    '',
  ])('refuse %s for an app', (link) => {
    expect(native(link)).toBeNull()
    expect(linkKindsOf(listing({ native: link }), true)).toEqual([])
  })

  it.each([
    'http://metamask.io',
    'metamask://',
    'https://user:secret@example.com',
    'javascript:alert(1)',
    '',
  ])('refuse %s for a page', (link) => expect(universal(link)).toBeNull())

  it("prefer the app's link to the page on this device", () => {
    const both = listing({ native: 'm://x', universal: 'https://m.example' }, { native: 'desk://' })
    expect(linkKindsOf(both, true)).toEqual(['universal'])
    expect(linkKindsOf(listing({ native: 'mm://', universal: 'https://m.example' }), true)).toEqual([
      'native',
      'universal',
    ])
    expect(linkKindsOf(both, false)).toEqual(['native'])
    expect(pairingLink(both, 'native', URI, false)).toBe(`desk://wc?uri=${CODED}`)
  })

  it('open apps in this window and pages in another', () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    openLink('metamask://wc')
    openLink('https://metamask.app.link/wc')
    expect(open.mock.calls).toEqual([
      ['metamask://wc', '_self', 'noreferrer noopener'],
      ['https://metamask.app.link/wc', '_blank', 'noreferrer noopener'],
    ])
  })

  it('remember the app for later requests until it is forgotten', () => {
    const stored = () => localStorage.getItem('WALLETCONNECT_DEEPLINK_CHOICE')
    rememberLink(listing({ native: 'metamask://' }), 'native', true)
    expect(JSON.parse(stored() ?? '')).toEqual({ href: 'metamask://', name: 'Wallet' })
    forgetLink()
    expect(stored()).toBeNull()
  })
})
