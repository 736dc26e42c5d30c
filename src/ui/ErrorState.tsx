import { TriangleAlert } from 'lucide-react'
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx'

/** Where something failed: what happened and one way out. Announced when it appears. */
export function ErrorState(props: Omit<EmptyStateProps, 'icon'>) {
  return (
    <div role="alert">
      <EmptyState {...props} icon={<TriangleAlert aria-hidden size={26} className="text-danger" />} />
    </div>
  )
}
