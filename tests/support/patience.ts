import { vi } from 'vitest'

/** Nobody waits longer for what comes; a second, the default, is not enough on a machine that is busy. */
const PATIENCE_MS = 10_000

const { waitFor } = vi
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options)
