import { comparedEnds } from './compared-ends.ts'
import { Text } from './Text.tsx'

interface AddressEndsProps {
  address: string
  /** Characters at each end, four if not said. */
  ends?: number
}

/** An address whose ends stand out. */
export function AddressEnds({ address, ends }: AddressEndsProps) {
  const { start, end } = comparedEnds(address, ends)
  return (
    <>
      <Text as="b" tone="brand" weight={800} className="whitespace-nowrap">
        {start}
      </Text>
      <span>{address.slice(start.length, -end.length)}</span>
      <Text as="b" tone="brand" weight={800} className="whitespace-nowrap">
        {end}
      </Text>
    </>
  )
}
