import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ComponentType } from 'react'
import { recoverMissingCode } from '#lib/missing-code.ts'
import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'
import { Button } from './Button.tsx'
import { ErrorState } from './ErrorState.tsx'

/**
 * A component with its own chunk, suspended until that is loaded. If loading fails, a message with a retry button
 * stands in its place, and the page around it stays. `li` makes that message a list item.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Place: 'div' | 'li' = 'div',
): ComponentType<Props> {
  const attempt = (): ComponentType<Props> =>
    lazy(() =>
      load().then(
        (part) => ({ default: part }),
        async (error: unknown) => {
          if (await recoverMissingCode(error)) return { default: () => null }
          const missing = <PartMissing onRetry={() => parts.set(attempt())} />
          return { default: () => <Place>{missing}</Place> }
        },
      ),
    )
  const parts = createStore(attempt())
  return function LazyPart(props: Props) {
    const Part = useStore(parts)
    return <Part {...props} />
  }
}

function PartMissing({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <ErrorState
      level={3}
      title={t`This part did not load`}
      detail={<Trans>Check your connection, then try again.</Trans>}
      action={
        <Button variant="secondary" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  )
}
