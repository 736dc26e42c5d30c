import { Skeleton } from './Skeleton.tsx'

export function WalletTileSkeleton() {
  return (
    <span aria-hidden className="grid justify-items-center content-start gap-1.75 py-1 text-fs-2 leading-2">
      <Skeleton shape="box" width={54} height={54} />
      <span className="grid content-start min-h-7 w-full justify-items-center">
        <Skeleton width="70%" />
      </span>
    </span>
  )
}
