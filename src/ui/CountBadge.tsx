const MOST_SHOWN = 99

/** How many are new; nothing for 0. */
export function CountBadge({ count, className = '' }: { count: number; className?: string }) {
  if (count === 0) return null
  return (
    <span
      className={`num inline-grid place-items-center min-w-5 h-5 px-1 rounded-full bg-grad-brand text-on-brand text-fs-1 font-750 ${className}`}
      data-count
    >
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
    </span>
  )
}
