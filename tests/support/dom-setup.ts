import { afterEach } from 'vitest'

// Only files with the happy-dom pragma have a document; the others must not load React for nothing.
if (typeof document !== 'undefined') {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const { cleanup } = await import('@testing-library/react')
  afterEach(cleanup)
}
