import { afterAll, afterEach, beforeEach } from 'vitest'
import { format } from 'node:util'

type Noise = { method: 'error' | 'warn'; text: string }

const METHODS = ['error', 'warn'] as const
const real = { error: console.error, warn: console.warn }

let noise: Noise[] = []
let allowed: RegExp[] = []

/** Lets the running test print console errors and warnings that match; ends with the test. */
export function allowConsole(...patterns: RegExp[]): void {
  allowed.push(...patterns)
}

/** Takes what the running test has printed so far as errors and warnings, so that it can be asserted on. */
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

/** Throws when there was noise that nobody allowed, and starts afresh. */
function judge(where: string): void {
  const unexpected = takeConsole().filter(({ text }) => !allowed.some((pattern) => pattern.test(text)))
  allowed = []
  if (unexpected.length === 0) return
  const lines = unexpected.map(({ method, text }) => `console.${method}: ${text}`)
  throw new Error(`Console noise ${where}:\n${lines.join('\n')}`)
}

// What module loading printed belongs to no test; it fails the first one.
beforeEach(() => judge('before the test'))
afterEach(() => judge('in the test'))
afterAll(() => {
  judge('after the last test')
  Object.assign(console, real)
})
