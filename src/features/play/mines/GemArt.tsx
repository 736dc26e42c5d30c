/** A cut gem in the colours of winning. */
export function GemArt() {
  return (
    <svg viewBox="0 0 40 48" aria-hidden>
      <path d="M8 2h24l8 14-20 31L0 16z" fill="var(--gem-body)" />
      <path d="M8 2h24l8 14H0z" fill="var(--gem-crown)" />
      <path d="M20 2l9 14H11z" fill="var(--gem-table)" />
      <path d="M11 16h18l-9 31z" fill="var(--gem-facet)" />
    </svg>
  )
}
