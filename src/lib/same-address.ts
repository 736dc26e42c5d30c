/** Whether two texts are the same address of an EVM chain: capitals are a checksum for readers. */
export const isSameAddress = (one: string, other: string | undefined): boolean =>
  one.toLowerCase() === other?.toLowerCase()
