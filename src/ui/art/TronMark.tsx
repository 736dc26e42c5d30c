/** Hidden from assistive technology: the name stands beside it. */
export function TronMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className="shrink-0">
      <circle cx="16" cy="16" r="16" fill="#d9232e" />
      <path
        d="M8.6 8.900 19.900 11l4.100 3.900-9 9.600zM8.600 8.900l7.100 6.500m0 0 4.200-4.400m-4.200 4.400 8.300-.5m-8.300.5-.7 9.100"
        fill="none"
        stroke="#fff"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
