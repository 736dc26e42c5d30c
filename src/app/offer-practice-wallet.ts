import type { QueryClient } from '@tanstack/react-query'
import { loadTexts } from '#i18n/i18n.ts'
import { PRACTICE_TEXTS } from '#i18n/practice-texts.ts'
import { configQuery } from '#queries/config.queries.ts'

let offered: Promise<void> | undefined

/**
 * In practice mode loads the practice wallet, which announces itself (EIP-6963). Call when the app looks for wallets.
 * Never fails: the next call tries again.
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
