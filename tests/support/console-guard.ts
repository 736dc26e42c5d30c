import { afterAll, afterEach, beforeEach } from 'vitest'
import { format } from 'node:util'

type Noise = { method: 'error' | 'warn'; text: string }

const METHODS = ['error', 'warn'] as const
const real = { error: console.error, warn: console.warn }

let noise: Noise[] = []
let allowed: RegExp[] = []

/** Allows matching console errors and warnings until the end of the running test. */
export function allowConsole(...patterns: RegExp[]): void {
  allowed.push(...patterns)
}

/** Returns and removes the errors and warnings that the running test has printed, for assertions. */
export function takeConsole(): Noise[] {
  const taken = noise
  noise = []
  return taken
}

for (const method of METHODS) {
  console[method] = (...args: unknown[]) => {
    noise.push({ method, text: format(...args) })
  }
}

/** Throws for output that was not allowed, and resets. */
function judge(where: string): void {
  const unexpected = takeConsole().filter(({ text }) => !allowed.some((pattern) => pattern.test(text)))
  allowed = []
  if (unexpected.length === 0) return
  const lines = unexpected.map(({ method, text }) => `console.${method}: ${text}`)
  throw new Error(`Console noise ${where}:\n${lines.join('\n')}`)
}

// Output while modules load belongs to no test, and fails the first one.
beforeEach(() => judge('before the test'))
afterEach(() => judge('in the test'))
afterAll(() => {
  judge('after the last test')
  Object.assign(console, real)
})
