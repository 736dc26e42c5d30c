/** Apart from the others in `CoinMark` because every first load shows it. */
export const USDT_MARK = {
  ground: '#1f9c78',
  art: (
    <>
      <path fill="#fff" d="M8.6 7.900h14.800v3.900h-5.300v13h-4.200v-13H8.600z" />
      <ellipse cx="16" cy="15.7" rx="8.6" ry="2.4" fill="none" stroke="#fff" strokeWidth="1.5" />
    </>
  ),
}

/** Hidden from assistive technology: the symbol stands beside it. */
export function UsdtMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <circle cx="16" cy="16" r="16" fill={USDT_MARK.ground} />
      {USDT_MARK.art}
    </svg>
  )
}
