import { availableParallelism } from 'node:os'
import { duration, run } from './steps.mjs'

/** How long a run may print nothing before it says what it is doing. */
const SAY_EVERY_MS = 25_000

/**
 * Steps side by side, at most one a core, in the order in which they were added; a step that comes later than others
 * may start before those that still wait.
 * @param {{ root: string, startedAt: number, isAlone?: boolean }} options isAlone: the only step has the terminal
 */
export function createSteps({ root, startedAt, isAlone = false }) {
  const cores = Math.max(1, availableParallelism())
  const hasTerminal = isAlone && process.stdout.isTTY === true
  /** @type {{ name: string, begin: () => Promise<void> }[]} */
  const waiting = []
  /** @type {Map<string, { from: number, last: string }>} */
  const running = new Map()
  let saidAt = Date.now()
  let resolveAll = () => {}

  const say = (text) => {
    saidAt = Date.now()
    console.log(text)
  }
  const sayProgress = () => {
    if (Date.now() - saidAt < SAY_EVERY_MS || running.size === 0) return
    const each = [...running].map(
      ([name, { from, last }]) => `${name} ${duration(Date.now() - from)}${last && ` (${last})`}`,
    )
    say(`… ${duration(Date.now() - startedAt)}: ${each.join('; ')}`)
  }
  const hear = (name, line, { isQuiet }) => {
    if (line.trim() === '') return
    running.get(name).last = line.trim().slice(0, 80)
    if (!isQuiet) say(`  ${line}`)
  }
  const timer = setInterval(hasTerminal ? () => {} : sayProgress, 1_000)

  function startNext() {
    while (running.size < cores && waiting.length > 0) {
      const { name, begin } = waiting.shift()
      running.set(name, { from: Date.now(), last: '' })
      void begin().then(() => {
        running.delete(name)
        // Whoever waited for this step adds the next one first.
        setImmediate(startNext)
      })
    }
    if (running.size > 0 || waiting.length > 0) return
    clearInterval(timer)
    resolveAll()
  }

  return {
    /**
     * @param {string} name
     * @param {(run: (command: string, args: string[], options: object) => Promise<boolean>) => Promise<number>} work
     *   answers how much failed
     * @param {{ isNext?: boolean }} [options] isNext: before all that waits
     * @returns {Promise<boolean>} whether nothing failed
     */
    add(name, work, { isNext = false } = {}) {
      return new Promise((resolve) => {
        const begin = async () => {
          const from = Date.now()
          say(`▸ ${name} …`)
          const failed = await work((command, args, options) =>
            run(command, args, {
              cwd: root,
              ...(!hasTerminal && { onLine: (line) => hear(name, line, options) }),
              ...options,
            }),
          )
          const verdict = failed > 0 ? `✗ ${failed} failed` : '✓'
          const total = duration(Date.now() - startedAt)
          say(`${verdict} ${name}, ${duration(Date.now() - from)} (${total} so far)`)
          resolve(failed === 0)
        }
        waiting[isNext ? 'unshift' : 'push']({ name, begin })
        // After all that is added in the same breath, or the first one would not be the first in the queue.
        setImmediate(startNext)
      })
    },
    /** Resolves when nothing runs and nothing waits. */
    all: () => new Promise((resolve) => (resolveAll = resolve)),
  }
}
