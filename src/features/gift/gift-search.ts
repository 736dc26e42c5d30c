interface GiftSearch {
  /** Of a link. */
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
  ...(/^[\w-]{4,50}$/.test(String(code ?? '')) && { code: String(code) }),
  ...(/^[1-9]\d{0,17}$/.test(String(bet ?? '')) && { bet: String(bet) }),
})
