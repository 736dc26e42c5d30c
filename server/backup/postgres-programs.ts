import { execFile } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '#server/base/startup-error.ts'
import { hideCredentials } from '#server/base/logger.ts'

const SUFFIX = process.platform === 'win32' ? '.exe' : ''

/** Directories with all of these programs of PostgreSQL, those on the path first, then the newest version. */
export function findPrograms(names: readonly string[]): string[] {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((dir) => join(dir, `${names[0]}${SUFFIX}`))
    .filter((file) => existsSync(file))
    .map((file) => dirname(realpathSync(file)))
  const candidates = [
    ...onPath,
    ...versionsIn('/usr/lib/postgresql'),
    ...versionsIn('/usr', 'pgsql-'),
    ...versionsIn('/opt/homebrew/opt', 'postgresql'),
    ...versionsIn('/usr/local/opt', 'postgresql'),
    ...versionsIn('/Applications/Postgres.app/Contents/Versions'),
    ...versionsIn(join(process.env['ProgramFiles'] ?? 'C:\\Program Files', 'PostgreSQL')),
  ]
  return candidates.filter((dir) => names.every((name) => existsSync(join(dir, name + SUFFIX))))
}

/** The `bin` directory of each version, newest first. */
function versionsIn(parent: string, prefix = ''): string[] {
  if (!existsSync(parent)) return []
  const version = (name: string) => Number(/\d+(\.\d+)?/.exec(name)?.[0] ?? 0)
  return readdirSync(parent)
    .filter((name) => name.startsWith(prefix))
    .sort((a, b) => version(b) - version(a))
    .map((name) => join(parent, name, 'bin'))
}

export interface Programs {
  pathOf(name: string): string
}

/**
 * Programs that fit a server of this major version.
 * @param isNewerFine for programs that speak to a server; files on the disk need the same version
 * @throws StartupError
 */
export async function requirePrograms(
  names: readonly string[],
  major: number,
  { isNewerFine = false } = {},
): Promise<Programs> {
  const [first = ''] = names
  for (const dir of findPrograms(names)) {
    const { stdout } = await promisify(execFile)(join(dir, first + SUFFIX), ['--version'])
    const found = Number(/\d+/.exec(stdout)?.[0])
    if (found === major || (isNewerFine && found > major))
      return { pathOf: (name) => join(dir, name + SUFFIX) }
  }
  throw new StartupError(
    `This needs ${names.join(', ')} of PostgreSQL ${major}, and they are not on this machine: install them (on Debian postgresql-${major}).`,
  )
}

/** Without the secrets of the house, which no program of PostgreSQL needs. */
export function programEnv(own: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const passed = Object.entries(process.env).filter(([name]) =>
    /^(?:PATH|HOME|TMPDIR|SYSTEMROOT|PG\w+)$/i.test(name),
  )
  return { ...Object.fromEntries(passed), LC_ALL: 'C', ...own }
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly uid?: number
  readonly gid?: number
  /** True for a program that ends with an error although it has said all. */
  readonly isFailureFine?: boolean
}

/** @throws StartupError with what the program says */
export async function runProgram(
  path: string,
  args: readonly string[],
  { env, isFailureFine = false, ...options }: RunOptions = {},
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(path, args, {
      ...options,
      env: programEnv(env),
      maxBuffer: 2 ** 26,
    })
    return stdout
  } catch (cause) {
    const { stdout = '', stderr = '', message } = cause as Error & { stdout?: string; stderr?: string }
    if (isFailureFine) return stdout
    throw new StartupError(lastLine(stderr) || hideCredentials(message), { cause })
  }
}

export const lastLine = (text: string): string => hideCredentials(text.trim().split('\n').at(-1) ?? '')
