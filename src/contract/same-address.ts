/** For any chain: capitals of an EVM address are only a checksum. */
export const isSameAddress = (one: string, other: string | null | undefined): boolean =>
  one === other || (one.startsWith('0x') && one.toLowerCase() === other?.toLowerCase())
