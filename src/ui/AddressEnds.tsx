import { Text } from './Text.tsx'

interface AddressEndsProps {
  address: string
  /** Characters at each end that people compare. */
  ends: number
}

/** An address whose ends stand out. */
export function AddressEnds({ address, ends }: AddressEndsProps) {
  return (
    <>
      <Text as="b" tone="brand" weight={800}>
        {address.slice(0, ends)}
      </Text>
      {address.slice(ends, -ends)}
      <Text as="b" tone="brand" weight={800}>
        {address.slice(-ends)}
      </Text>
    </>
  )
}
