import { AddressEnds } from '#ui/AddressEnds.tsx'
import { Text } from '#ui/Text.tsx'

/** Where money goes; the player compares the four characters at each end. */
export function WithdrawalAddress({ address }: { address: string }) {
  return (
    <Text as="span" num weight={600} className="wrap-anywhere select-all" translate="no">
      <AddressEnds address={address} ends={4} />
    </Text>
  )
}
