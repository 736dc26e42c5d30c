import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const ROOT = join(import.meta.dirname, '..', '..')
const SCRIPT = [process.execPath, join(ROOT, 'scripts', 'verify.mjs')]

/** Prints the same as `npm run -s verify`, without the time that npm takes. */
export async function runVerify(
  input: Uint8Array | string,
  options: readonly string[] = [],
  [program = '', ...args]: readonly string[] = SCRIPT,
) {
  const child = spawn(program, [...args, ...options], { cwd: ROOT, stdio: ['pipe', 'pipe', 'pipe'] })
  const printed = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  child.stdin.end(input)
  const [stdout, stderr, [exitCode]] = await printed
  const lines = stdout.split('\n')
  if (lines.pop() !== '') throw new Error('The last line has no break')
  return { answers: lines.map((line) => JSON.parse(line) as unknown), stderr, exitCode: Number(exitCode) }
}
