import { availableParallelism } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import { duration, run } from './steps.mjs'

/** Maximum silence of a run before it says what it is doing. */
const SAY_EVERY_MS = 25_000

/**
 * Runs steps in parallel, in the order in which they were added, as the cores allow: a step that fills several waits
 * until they are free, and a smaller one may start before it. A patient step takes no core from others: one at a time
 * runs beside them at low priority, and more of them on free cores.
 * @param {{ root: string, startedAt: number, isAlone?: boolean, cores?: number }} options isAlone: the only step has
 * the terminal
 */
export function createSteps({ root, startedAt, isAlone = false, cores = availableParallelism() }) {
  const hasTerminal = isAlone && process.stdout.isTTY === true
  /** @type {{ name: string, load: number, isPatient: boolean, begin: () => Promise<void> }[]} */
  const waiting = []
  /** @type {Map<string, { from: number, last: string, done: number, total: number, load: number, isPatient: boolean }>} */
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
      ([name, { from, last, done, total }]) =>
        `${name} ${duration(Date.now() - from)}${total > 0 ? `, ${done} of ${total}` : ''}${last && ` (${last})`}`,
    )
    say(`… ${duration(Date.now() - startedAt)}: ${each.join('; ')}`)
  }
  const hear = (name, line, { isQuiet, count }) => {
    const text = stripVTControlCharacters(line).trim()
    if (text === '') return
    const step = running.get(name)
    step.last = text.slice(0, 80)
    if (count?.done.test(text)) step.done += 1
    if (typeof count?.total === 'number') step.total = count.total
    else step.total = Number(count?.total.exec(text)?.[1] ?? step.total)
    if (!isQuiet) say(`  ${line}`)
  }
  const timer = setInterval(hasTerminal ? () => {} : sayProgress, 1_000)

  /** True if the step fits beside those that run. */
  function fits({ load, isPatient }) {
    const others = [...running.values()]
    const taken = others.reduce((sum, other) => sum + (other.isPatient ? 0 : other.load), 0)
    if (!isPatient) return taken + load <= cores
    return others.filter((other) => other.isPatient).length < Math.max(1, cores - taken)
  }

  function startNext() {
    for (const next of [...waiting]) {
      if (!fits(next)) continue
      const { name, load, isPatient, begin } = next
      waiting.splice(waiting.indexOf(next), 1)
      running.set(name, { from: Date.now(), last: '', done: 0, total: 0, load, isPatient })
      void begin().then(() => {
        running.delete(name)
        // Code that waited for this step adds the next one first.
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
     * resolves to the number of failures
     * @param {{ isNext?: boolean, load?: number, isPatient?: boolean }} [options] isNext: before all that waits; load:
     * the number of cores it fills; isPatient: it leaves the cores to all others first
     * @returns {Promise<boolean>} true if nothing failed
     */
    add(name, work, { isNext = false, load = 1, isPatient = false } = {}) {
      return new Promise((resolve) => {
        const begin = async () => {
          const from = Date.now()
          say(`▸ ${name} …`)
          const failed = await work((command, args, options) =>
            run(command, args, {
              cwd: root,
              isPatient,
              ...(!hasTerminal && { onLine: (line) => hear(name, line, options) }),
              ...options,
            }),
          )
          const verdict = failed > 0 ? `✗ ${failed} failed` : '✓'
          const total = duration(Date.now() - startedAt)
          say(`${verdict} ${name}, ${duration(Date.now() - from)} (${total} so far)`)
          resolve(failed === 0)
        }
        waiting[isNext ? 'unshift' : 'push']({ name, load: Math.min(load, cores), isPatient, begin })
        // After everything that is added synchronously, so that `isNext` can come first.
        setImmediate(startNext)
      })
    },
    /** Resolves when nothing runs and nothing waits. */
    all: () => new Promise((resolve) => (resolveAll = resolve)),
  }
}
