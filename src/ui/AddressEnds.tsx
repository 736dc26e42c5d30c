import { Text } from './Text.tsx'

interface AddressEndsProps {
  address: string
  /** Characters at each end; default 4. */
  ends?: number
}

/** An address with its first and last characters emphasized. */
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

/** People compare this many characters at each end before they send. */
const COMPARED = 4

/** Adds `0x` to the start without counting it: every EVM address has it. */
export function comparedEnds(address: string, characters = COMPARED): { start: string; end: string } {
  const start = address.startsWith('0x') ? characters + 2 : characters
  return { start: address.slice(0, start), end: address.slice(-characters) }
}
