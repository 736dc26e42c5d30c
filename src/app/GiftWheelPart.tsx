import { Suspense } from 'react'
import { loadTexts } from '#i18n/i18n.ts'
import { useAccountStatus } from '#session/use-user.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

const GiftWheel = lazyPart(() =>
  Promise.all([import('./GiftWheel.tsx'), loadTexts('play')]).then(([module]) => module.GiftWheel),
)

/** Visitors wait for no engine. */
const VisitorWheel = lazyPart(() =>
  Promise.all([import('#features/play/gift-wheel/VisitorWheel.tsx'), loadTexts('play')]).then(
    ([module]) => module.VisitorWheel,
  ),
)

/** With code and texts of its own, which no other part of the page waits for. */
export function GiftWheelPart() {
  const isVisitor = useAccountStatus() === 'signed-out'
  return (
    <Suspense
      fallback={
        <div className="px-4" aria-busy="true">
          <div className="lg:hidden">
            <Skeleton shape="box" height={550} />
          </div>
          <div className="hidden lg:block">
            <Skeleton shape="box" height={415} />
          </div>
        </div>
      }
    >
      {isVisitor ? <VisitorWheel /> : <GiftWheel />}
    </Suspense>
  )
}
