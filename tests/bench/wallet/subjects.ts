/** A page with a wallet modal, and selectors of its parts, which reach into shadow roots. */
export interface Subject {
  readonly name: string
  readonly url: string
  readonly connect: string
  readonly modal: string
  /** Row of the installed wallet. */
  readonly wallet: readonly [selector: string, text: string]
  readonly isConnected: string
  /** Row that leads to the code; null if the code needs the maker's servers. */
  readonly toCode: readonly [selector: string, text: string]
  readonly code: string
}

export const koi = (url: string): Subject => ({
  name: 'Koi',
  url,
  connect: '#root header button[aria-label="Connect a wallet"]',
  modal: 'dialog[open]',
  wallet: ['dialog button', 'Bench Wallet'],
  isConnected:
    'document.querySelector(\'#root header button[aria-label="Your wallet"]\') && !document.querySelector("dialog[open]")',
  toCode: ['dialog button', 'Scan with'],
  code: 'dialog [role="img"] svg, dialog [role="img"] canvas, dialog svg[role="img"]',
})

export const appKit = (url: string): Subject => ({
  name: 'Reown AppKit',
  url,
  connect: '#connect',
  modal: 'wui-card',
  wallet: ['wui-list-wallet, wui-list-select-wallet, w3m-list-wallet', 'Bench Wallet'],
  isConnected: 'window.isWalletConnected === true',
  toCode: ['wui-list-wallet, w3m-list-wallet', 'WalletConnect'],
  code: 'wui-qr-code svg',
})

export const web3Onboard = (url: string): Subject => ({
  name: 'web3-onboard',
  url,
  connect: '#connect',
  modal: '.modal-container-mobile, .container .modal, .modal',
  wallet: ['button', 'Bench Wallet'],
  isConnected: 'window.isWalletConnected === true',
  toCode: ['button', 'WalletConnect'],
  code: 'wui-qr-code svg',
})
