import type { ReactNode } from 'react'

export function Stat({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <dl className="flex flex-col rounded-3 border border-line bg-surface-2 px-3 py-2.75 min-w-0">
      <dt className="text-fs-2 text-text-2">{label}</dt>
      <dd className="text-fs-5 font-800 tracking-1 num">{value}</dd>
    </dl>
  )
}
