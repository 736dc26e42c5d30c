const SPIKES = [0, 45, 90, 135]

/** A mine of the pond: round, spiked, with a light on its side. */
export function MineArt() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden>
      {SPIKES.map((angle) => (
        <rect
          key={angle}
          x="21.5"
          y="3"
          width="5"
          height="42"
          rx="2.5"
          fill="var(--mine-spike)"
          transform={`rotate(${angle} 24 24)`}
        />
      ))}
      <circle cx="24" cy="24" r="14.5" fill="var(--mine-body)" />
      <path
        d="M14 21a10.5 10.5 0 0 1 7-7"
        fill="none"
        stroke="var(--mine-light)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="24" cy="24" r="4.5" fill="var(--mine-core)" />
    </svg>
  )
}
