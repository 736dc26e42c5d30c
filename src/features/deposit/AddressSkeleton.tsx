import { Skeleton } from '#ui/Skeleton.tsx'

/** The address's screen before the address is there. */
export function AddressSkeleton() {
  return (
    <div aria-busy className="grid grid-cols-1 gap-4">
      <Skeleton shape="box" height={64} />
      <div className="grid justify-items-center">
        <span className="w-full aspect-square max-w-54">
          <Skeleton shape="box" height="100%" />
        </span>
      </div>
      <Skeleton shape="box" height={92} />
      <Skeleton shape="box" height={140} />
    </div>
  )
}
