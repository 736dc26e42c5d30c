import { Skeleton } from '#ui/Skeleton.tsx'

const LINES = ['40%', '100%', '92%', '96%', '70%', '36%', '100%', '60%']

export function GameRulesSkeleton() {
  return (
    <div className="grid gap-4 min-h-100" aria-busy>
      {LINES.map((width, index) => (
        <Skeleton key={index} width={width} />
      ))}
    </div>
  )
}
