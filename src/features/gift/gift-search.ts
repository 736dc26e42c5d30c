interface GiftSearch {
  /** The code of a link. */
  code?: string
  /** Turn of the wheel whose sheet is open. */
  bet?: string
}

/** No schema, because this is in the first load. */
export const giftSearch = ({
  code,
  bet,
}: {
  readonly code?: unknown
  readonly bet?: unknown
}): GiftSearch => ({
  ...(/^[\w-]{4,50}$/.test(textOf(code)) && { code: textOf(code) }),
  ...(/^[1-9]\d{0,17}$/.test(textOf(bet)) && { bet: textOf(bet) }),
})

/** The router makes a number of digits alone. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
