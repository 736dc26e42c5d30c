interface CodeListProps {
  codes: readonly string[]
  className?: string | undefined
  'data-testid'?: string
}

/** A click selects all codes. */
export function CodeList({ codes, className = '', ...rest }: CodeListProps) {
  return (
    <ul {...rest} className={`font-code text-fs-4 select-all ${className}`} translate="no">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  )
}
