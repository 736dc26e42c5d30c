/** A stack of gold coins before rings of water, for a card with the brand's colours. */
export function CoinStack({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 160 150" aria-hidden className={className}>
      <g fill="none" stroke="#fff" strokeOpacity=".28">
        <circle cx="86" cy="72" r="44" />
        <circle cx="86" cy="72" r="68" />
      </g>
      {[96, 84, 72, 60].map((y) => (
        <Coin key={y} x={74} y={y} />
      ))}
      <Coin x={122} y={104} />
    </svg>
  )
}

function Coin({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path fill="#a96c00" d="M-25 0v9c0 6 11 11 25 11s25-5 25-11V0z" />
      <path fill="#d69a1d" d="M-25 0v6c0 6 11 11 25 11s25-5 25-11V0z" />
      <ellipse rx="25" ry="11" fill="#ffd873" />
      <ellipse rx="19" ry="8" fill="none" stroke="#c98700" strokeWidth="1.5" />
      <path fill="#c98700" d="M0-5l7 5-7 5-7-5z" />
    </g>
  )
}
