import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { createRequestKey } from '#lib/request-key.ts'
import { PRACTICE_WALLET_ID } from '#lib/practice-wallet-id.ts'
import { createPracticeProvider } from './practice-wallet.provider.ts'

/** A purse on gold, the colour of practice mode. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="12" fill="#f0b429"/>' +
    '<path d="M11 17a3 3 0 0 1 3-3h18v4h3a3 3 0 0 1 3 3v11a3 3 0 0 1-3 3H14a3 3 0 0 1-3-3z" fill="#2b1d00"/>' +
    '<circle cx="31" cy="26.500" r="2.600" fill="#f0b429"/></svg>',
)}`

let provider: ReturnType<typeof createPracticeProvider> | undefined

/** One wallet for the page. */
export function practiceProvider(): ReturnType<typeof createPracticeProvider> {
  provider ??= createPracticeProvider()
  return provider
}

/** Announces the practice wallet like an extension (EIP-6963), now and whenever a page asks. */
export function announcePracticeWallet(): void {
  const detail = Object.freeze({
    info: Object.freeze({
      uuid: createRequestKey(),
      name: i18n._(msg`Practice wallet`),
      icon: ICON,
      rdns: PRACTICE_WALLET_ID,
    }),
    provider: practiceProvider(),
  })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
