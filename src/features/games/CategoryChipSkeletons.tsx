import { Skeleton } from '#ui/Skeleton.tsx'

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f']

/** Keeps the place of the category chips while they load. */
export function CategoryChipSkeletons() {
  return PLACES.map((place) => <Skeleton key={place} shape="circle" width={112} height={38} />)
}
