import { Trans } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import { Button } from './Button.tsx'
import { Spinner } from './Spinner.tsx'
import { Text } from './Text.tsx'

interface ListEndProps {
  hasMore: boolean
  isFailed: boolean
  onMore: () => void
  /** Shown after the last item. */
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** The end of an infinite list: loading more, failed, or complete. */
export function ListEnd({ hasMore, isFailed, onMore, children, ref }: ListEndProps) {
  return (
    <div ref={ref} className="grid justify-items-center gap-2 py-2 min-h-15">
      {isFailed ? (
        <Button variant="secondary" size="sm" onClick={onMore}>
          <Trans>Show more</Trans>
        </Button>
      ) : hasMore ? (
        <Spinner />
      ) : (
        <Text size={3} tone="subtle">
          {children}
        </Text>
      )}
    </div>
  )
}
