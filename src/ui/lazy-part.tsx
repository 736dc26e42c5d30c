import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, type ComponentType } from 'react'
import { recoverMissingCode } from '#lib/missing-code.ts'
import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'
import { Button } from './Button.tsx'
import { ErrorState } from './ErrorState.tsx'

/**
 * A component with a chunk of its own, suspended until that is there. Where it does not arrive, a message with a
 * button that tries again stands in its place, and the page around it stays as it is. Among the items of a list that
 * message is one of them: `li`.
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

/** In place of a part of a page whose code did not arrive. */
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
