/** Whether two texts are the same address, on whatever chain: capitals of an EVM address are a checksum for readers. */
export const isSameAddress = (one: string, other: string | null | undefined): boolean =>
  one === other || (one.startsWith('0x') && one.toLowerCase() === other?.toLowerCase())
