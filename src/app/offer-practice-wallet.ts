import type { QueryClient } from '@tanstack/react-query'
import { loadTexts } from '#i18n/i18n.ts'
import { PRACTICE_TEXTS } from '#i18n/practice-texts.ts'
import { configQuery } from '#lib/config.queries.ts'

let isOffered = false

/**
 * On a server of practice money, a page that asks for wallets (EIP-6963) is answered by the practice wallet as well,
 * whose code is fetched then. Does nothing the second time.
 */
export function offerPracticeWallet(queryClient: QueryClient): void {
  if (isOffered) return
  isOffered = true
  const answer = async () => {
    const { mode } = await queryClient.ensureQueryData(configQuery)
    if (mode !== 'practice') return
    const [{ announcePracticeWallet }] = await Promise.all([
      import('#features/practice/announce-practice-wallet.ts'),
      loadTexts(PRACTICE_TEXTS),
    ])
    window.removeEventListener('eip6963:requestProvider', onRequest)
    announcePracticeWallet()
  }
  // What cannot be had now is tried again with the next request.
  const onRequest = () => void answer().catch(() => undefined)
  window.addEventListener('eip6963:requestProvider', onRequest)
}
