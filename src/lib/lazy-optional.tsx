import { lazy, type ComponentType } from 'react'
import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

const AGAIN_AFTER_MS = 30_000

/**
 * A component with its own chunk that the page can do without. If loading fails, shows `instead` or nothing, and tries
 * again every 30 seconds.
 * @param isFinal no retries: a late arrival would move what the player is looking at
 */
export function lazyOptional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props> = () => null,
  isFinal = false,
): ComponentType<Props> {
  const tryAgain = () => void setTimeout(() => void load().then(part.set, tryAgain), AGAIN_AFTER_MS)
  const part = createStore<ComponentType<Props>>(
    lazy(() =>
      load().then(
        (component) => ({ default: component }),
        () => {
          if (!isFinal) tryAgain()
          return { default: instead }
        },
      ),
    ),
  )
  return function LazyOptional(props: Props) {
    const Part = useStore(part)
    return <Part {...props} />
  }
}
