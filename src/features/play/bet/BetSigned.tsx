import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy-part.tsx'
import { usePlayGiven } from '#features/play/play-context.ts'
import { ownStakeOf, type PastBet } from '#features/play/play-engine.ts'
import { ReceiptOfBet } from '#features/play/receipts/ReceiptOfBet.tsx'
import { winTier } from '#features/play/session/win-tier.ts'

const SealOfBet = lazyPart(() =>
  import('#features/play/receipts/SealOfBet.tsx').then((module) => module.SealOfBet),
)

const WinLink = lazyPart(() => import('./WinLink.tsx').then((module) => module.WinLink))

export function BetSigned({ bet }: { bet: PastBet }) {
  const { receipts } = usePlayGiven()
  if (!receipts) return null
  const tier = ownStakeOf(bet) > 0n ? winTier(bet) : undefined
  return (
    <>
      <ReceiptOfBet bet={bet} receipts={receipts} />
      <Suspense>
        <SealOfBet bet={bet} receipts={receipts} />
      </Suspense>
      {tier === 'big' || tier === 'huge' ? (
        <Suspense>
          <WinLink id={bet.id} />
        </Suspense>
      ) : null}
    </>
  )
}
