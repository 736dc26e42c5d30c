import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { createInterface } from 'node:readline'

/** Twice the time of the whole run. */
const LONGEST_MS = 120 * 60_000

/** `1 min 5 s`, `3.2 s`. */
export function duration(ms) {
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}

/**
 * Runs a command without stdin, and ends it with all its children when it hangs.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, isQuiet?: boolean, isPatient?: boolean, onLine?: (line: string)
 * => void }} options `isQuiet` prints the output only if the command fails; `isPatient` leaves the cores to others
 * first; `onLine` gets each line as it comes
 * @returns {Promise<boolean>} true if it succeeded
 */
export async function run(command, args, { cwd, env = {}, isQuiet = false, isPatient = false, onLine }) {
  const isWindows = process.platform === 'win32'
  const isKept = isQuiet || onLine !== undefined
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', isKept ? 'pipe' : 'inherit', isKept ? 'pipe' : 'inherit'],
    shell: isWindows,
    detached: !isWindows,
  })
  let output = ''
  for (const stream of isKept ? [child.stdout, child.stderr] : []) {
    if (isQuiet) stream.on('data', (chunk) => (output += chunk))
    if (onLine) createInterface({ input: stream }).on('line', onLine)
  }
  if (isPatient && child.pid !== undefined) letOthersFirst(child.pid)

  const end = () => {
    try {
      if (isWindows) child.kill()
      else process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  const late = setTimeout(() => {
    console.error(`${command} ${args.join(' ')} took more than ${duration(LONGEST_MS)}: ended.`)
    end()
  }, LONGEST_MS)
  const interrupt = () => {
    end()
    // Other steps end theirs first.
    setImmediate(() => process.exit(130))
  }
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)

  const status = await new Promise((done) => {
    child.once('error', (error) => {
      output += `${error.message}\n`
      done(1)
    })
    child.once('close', (code) => done(code ?? 1))
  })
  clearTimeout(late)
  process.off('SIGINT', interrupt)
  process.off('SIGTERM', interrupt)
  if (isQuiet && status !== 0) process.stdout.write(output)
  return status === 0
}

function letOthersFirst(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already, or the system does not allow it.
  }
  try {
    // Linux shares the cores among sessions first, and each command has its own session, in which a priority has no
    // effect on others.
    writeFileSync(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_LOW))
  } catch {
    // Not Linux, or one that does not group by sessions.
  }
}
