import { afterEach } from 'vitest'

// Only files with the happy-dom pragma have a document; the others would load React for nothing.
if (typeof document !== 'undefined') {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const { cleanup, configure } = await import('@testing-library/react')
  // The default of a second is too short on a busy machine.
  configure({ asyncUtilTimeout: 10_000 })
  afterEach(cleanup)
}
