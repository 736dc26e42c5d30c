import { afterEach } from 'vitest'

// Only files with the happy-dom pragma have a document; the others must not load React for nothing.
if (typeof document !== 'undefined') {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const { cleanup, configure } = await import('@testing-library/react')
  // A second is not enough on a machine that does something else.
  configure({ asyncUtilTimeout: 10_000 })
  afterEach(cleanup)
}
