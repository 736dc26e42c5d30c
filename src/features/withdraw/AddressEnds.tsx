import { Text } from '#ui/Text.tsx'

/** Characters at each end that people compare. */
const ENDS = 4

/** An address whose ends stand out. */
export function AddressEnds({ address }: { address: string }) {
  return (
    <Text as="span" num weight={600} className="wrap-anywhere select-all" translate="no">
      <Text as="b" tone="brand" weight={800}>
        {address.slice(0, ENDS)}
      </Text>
      {address.slice(ENDS, -ENDS)}
      <Text as="b" tone="brand" weight={800}>
        {address.slice(-ENDS)}
      </Text>
    </Text>
  )
}
