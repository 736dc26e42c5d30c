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

/** Characters at each end that people compare before they send. */
const COMPARED = 4

/** The two ends of an address; the `0x` that every EVM address begins with comes on top. */
export function comparedEnds(address: string, characters = COMPARED): { start: string; end: string } {
  const start = address.startsWith('0x') ? characters + 2 : characters
  return { start: address.slice(0, start), end: address.slice(-characters) }
}
