import { lazy, type ComponentType } from 'react'

/** A component with a chunk of its own that the page can do without: where the chunk does not arrive, nothing is shown. */
export const lazyOptional = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: () => null }),
    ),
  )
