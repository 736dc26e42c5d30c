import { lazy, type ComponentType } from 'react'

/**
 * A component with a chunk of its own that the page can do without: where the chunk does not arrive, `instead` is
 * shown, or nothing.
 */
export const lazyOptional = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: ComponentType<Props> = () => null,
) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: instead }),
    ),
  )
