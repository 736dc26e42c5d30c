import { AddressEnds } from '#ui/AddressEnds.tsx'
import { Text } from '#ui/Text.tsx'

/** The destination with emphasized ends. */
export function WithdrawalAddress({ address }: { address: string }) {
  return (
    <Text as="span" num weight={600} className="block break-all text-balance select-all" translate="no">
      <AddressEnds address={address} />
    </Text>
  )
}
