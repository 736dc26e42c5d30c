import { TriangleAlert } from 'lucide-react'

/** An error that concerns no single field. Takes no room when empty. */
export function FormError({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className={children ? undefined : 'hidden'}>
      {children ? (
        <p className="flex gap-2.5 px-3.5 py-2.75 rounded-2 border border-danger bg-danger-soft text-fs-3 font-600">
          <TriangleAlert aria-hidden size={18} className="mt-0.5 text-danger" />
          <span className="min-w-0">{children}</span>
        </p>
      ) : null}
    </div>
  )
}
