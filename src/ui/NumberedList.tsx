import { Children, type ReactNode } from 'react'

/** Each child becomes an item. */
export function NumberedList({ children }: { children: ReactNode }) {
  return (
    <ol className="grid gap-3">
      {Children.toArray(children).map((child, index) => (
        <li key={index} className="flex gap-3">
          <span
            aria-hidden
            className="grid place-items-center size-6.5 shrink-0 rounded-full bg-surface-3 text-fs-2 font-750 text-text-2 num"
          >
            {index + 1}
          </span>
          <div className="min-w-0 pt-0.5 text-text-2">{child}</div>
        </li>
      ))}
    </ol>
  )
}
