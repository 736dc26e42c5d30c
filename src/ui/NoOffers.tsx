import { useLingui } from '@lingui/react/macro'
import { Leaf } from 'lucide-react'
import { EmptyState } from './EmptyState.tsx'

/** Replaces offers while the player takes a break. */
export function NoOffers({ level = 2 }: { level?: 1 | 2 }) {
  const { t } = useLingui()
  return (
    <EmptyState
      level={level}
      icon={<Leaf aria-hidden size={26} />}
      title={t`You are taking a break`}
      detail={t`There are no offers here until it is over.`}
    />
  )
}
