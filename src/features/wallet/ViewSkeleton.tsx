import { Skeleton } from '#ui/Skeleton.tsx'

/** A placeholder until the view's code is loaded. */
export function ViewSkeleton() {
  return <Skeleton shape="box" height={360} />
}
