import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy-part.tsx'
import { usePlayGiven } from '#features/play/play-context.ts'
import type { PastBet } from '#features/play/play-engine.ts'
import { ReceiptOfBet } from '#features/play/receipts/ReceiptOfBet.tsx'

const SealOfBet = lazyPart(() =>
  import('#features/play/receipts/SealOfBet.tsx').then((module) => module.SealOfBet),
)

export function BetSigned({ bet }: { bet: PastBet }) {
  const { receipts } = usePlayGiven()
  if (!receipts) return null
  return (
    <>
      <ReceiptOfBet bet={bet} receipts={receipts} />
      <Suspense>
        <SealOfBet bet={bet} receipts={receipts} />
      </Suspense>
    </>
  )
}
