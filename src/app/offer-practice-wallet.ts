import type { QueryClient } from '@tanstack/react-query'
import { loadTexts } from '#i18n/i18n.ts'
import { PRACTICE_TEXTS } from '#i18n/practice-texts.ts'
import { configQuery } from '#queries/config.queries.ts'

let offered: Promise<void> | undefined

/**
 * On a server of practice money, fetches the practice wallet and has it announce itself (EIP-6963). Call when wallets
 * are looked for. Never fails: what cannot be had now is tried again with the next call.
 */
export function offerPracticeWallet(queryClient: QueryClient): void {
  offered ??= announce(queryClient).catch(() => {
    offered = undefined
  })
}

async function announce(queryClient: QueryClient): Promise<void> {
  const { mode } = await queryClient.ensureQueryData(configQuery)
  if (mode !== 'practice') return
  const [{ announcePracticeWallet }] = await Promise.all([
    import('#features/practice/announce-practice-wallet.ts'),
    loadTexts('practice', PRACTICE_TEXTS),
  ])
  announcePracticeWallet()
}
