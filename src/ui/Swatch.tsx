interface SwatchProps {
  /** Name of a colour, gradient or spacing token without its dashes. */
  token: string
  /** Shows a length as a square of that size instead of a colour. */
  kind?: 'color' | 'space' | 'corner'
}

/** Shows a token of `tokens.css`. */
export function Swatch({ token, kind = 'color' }: SwatchProps) {
  const value = `var(--${token})`
  if (kind === 'space') return <span className="block bg-brand" style={{ width: value, height: value }} />
  if (kind === 'corner') {
    return (
      <span
        className="block size-14 bg-surface-2 border border-line shadow-1"
        style={{ borderRadius: value }}
      />
    )
  }
  return <span className="block h-14 rounded-3 border border-line" style={{ background: value }} />
}
