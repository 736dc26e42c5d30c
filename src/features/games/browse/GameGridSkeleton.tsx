import { TileSkeleton } from '#ui/TileSkeleton.tsx'
import { useGridLayout } from './use-grid-layout.ts'

const ROWS = 4

/** The grid's place while the games load, in its final size. */
export function GameGridSkeleton() {
  const [{ columns, gap }, ref] = useGridLayout()
  return (
    <div className="px-4">
      <div
        ref={ref}
        className="grid"
        style={{ gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {Array.from({ length: ROWS * columns }, (_, place) => (
          <TileSkeleton key={place} />
        ))}
      </div>
    </div>
  )
}
