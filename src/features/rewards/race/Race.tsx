import { Suspense } from 'react'
import { Invitation } from '#session/Invitation.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

const RaceCard = lazyPart(() => import('./RaceCard.tsx').then((module) => module.RaceCard))

export function Race() {
  return (
    <Invitation>
      <Suspense fallback={<Skeleton shape="box" height={300} />}>
        <RaceCard />
      </Suspense>
    </Invitation>
  )
}
