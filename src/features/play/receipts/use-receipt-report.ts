import { useEffect, useState } from 'react'
import type { PastBet } from '#features/play/play-engine.ts'
import type { PlayReceipts, ReceiptReport } from '#features/play/play-receipts.ts'

type ReportLookup =
  { readonly status: 'looking' | 'unknown' } | { readonly status: 'known'; readonly report: ReceiptReport }

/** What the receipts of a bet come to; `unknown` when they, or the keys of the house, cannot be asked for. */
export function useReceiptReport(
  receipts: PlayReceipts,
  bet: PastBet,
): { readonly lookup: ReportLookup; readonly again: () => void } {
  const [tries, setTries] = useState(0)
  const [known, setKnown] = useState<{ bet: PastBet; tries: number; lookup: ReportLookup }>()
  useEffect(() => {
    let isCurrent = true
    const show = (lookup: ReportLookup) => {
      if (isCurrent) setKnown({ bet, tries, lookup })
    }
    receipts.look(bet).then(
      (report) => show({ status: 'known', report }),
      () => show({ status: 'unknown' }),
    )
    return () => {
      isCurrent = false
    }
  }, [receipts, bet, tries])
  const isKnown = known?.bet === bet && known.tries === tries
  return {
    lookup: isKnown ? known.lookup : { status: 'looking' },
    again: () => setTries((count) => count + 1),
  }
}
