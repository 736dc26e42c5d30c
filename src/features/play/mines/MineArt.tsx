const SPIKES = [0, 45, 90, 135, 180, 225, 270, 315]

/** A mine of the pond: round, with knobs all around and a light on its side. */
export function MineArt() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden>
      {SPIKES.map((angle) => (
        <g key={angle} transform={`rotate(${angle} 24 24)`} fill="var(--mine-spike)">
          <rect x="22.6" y="4" width="2.8" height="8" />
          <circle cx="24" cy="4.4" r="2.9" />
        </g>
      ))}
      <circle cx="24" cy="24" r="15.5" fill="var(--mine-body)" />
      <path
        d="M13.5 22a10.8 10.8 0 0 1 8.5-8.5"
        fill="none"
        stroke="var(--mine-light)"
        strokeWidth="2.8"
        strokeLinecap="round"
      />
      <circle cx="24" cy="24" r="5" fill="var(--mine-core)" />
    </svg>
  )
}
