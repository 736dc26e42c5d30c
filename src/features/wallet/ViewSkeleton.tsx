import { Skeleton } from '#ui/Skeleton.tsx'

/** In the place of a view whose code or first frame is on its way. */
export function ViewSkeleton() {
  return <Skeleton shape="box" height={360} />
}
