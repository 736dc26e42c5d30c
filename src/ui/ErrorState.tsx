import { TriangleAlert } from 'lucide-react'
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx'

/** Announced when it appears. */
export function ErrorState(props: Omit<EmptyStateProps, 'icon'>) {
  return (
    <div role="alert">
      <EmptyState {...props} icon={<TriangleAlert aria-hidden size={26} className="text-danger" />} />
    </div>
  )
}
