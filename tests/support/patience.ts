import { vi } from 'vitest'

/** The default of a second is too short on a busy machine. */
const PATIENCE_MS = 10_000

const { waitFor } = vi
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options)
