import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

const LuckCard = lazyPart(() => import('./LuckCard.tsx').then((module) => module.LuckCard))

export function Luck() {
  return (
    <Suspense fallback={<Skeleton shape="box" height={300} />}>
      <LuckCard />
    </Suspense>
  )
}
