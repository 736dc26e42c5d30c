import { ListRow } from './ListRow.tsx'
import type { ListRowContentProps } from './ListRowContent.tsx'

interface PointListProps {
  points: readonly (Omit<ListRowContentProps, 'chevron'> & { name: string })[]
  /** On wide screens. */
  columns: 1 | 2 | 3
}

const COLUMNS = { 1: '', 2: 'lg:grid-cols-2', 3: 'lg:grid-cols-3' }

/** A list of advantages: rows on phones, cards of equal height on wide screens. */
export function PointList({ points, columns }: PointListProps) {
  return (
    <ul className={`grid grid-cols-1 gap-2.5 ${COLUMNS[columns]}`}>
      {points.map(({ name, ...content }) => (
        <li key={name}>
          <ListRow className="h-full" {...content} />
        </li>
      ))}
    </ul>
  )
}
