import { Skeleton } from '#ui/Skeleton.tsx'

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f']

export function CategoryChipSkeletons() {
  return PLACES.map((place) => <Skeleton key={place} shape="circle" width={112} height={38} />)
}
