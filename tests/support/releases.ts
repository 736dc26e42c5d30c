import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base } from './fixtures.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const BUILD_WITHIN_MS = 240_000
const FIRST = resolve(ROOT, process.env['KOI_DIST_DIR'] ?? 'dist')

interface Releases {
  /** Folder for builds of this worker. */
  releaseFolder: string
  /** Folder of the build under test. */
  firstRelease: string
  /** The present sources built over a copy of the first release, as a deployment does. */
  secondRelease: string
  /** The same with the worker that removes itself. */
  withdrawnRelease: string
}

/** `test` with later releases, made for real, and only where a test asks for one. */
export const test = base.extend<object, Releases>({
  releaseFolder: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'koi-releases-'))
      // The server finds its packages upwards from its own file.
      await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
      await use(folder)
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
    { scope: 'worker' },
  ],

  firstRelease: [({}, use) => use(FIRST), { scope: 'worker' }],

  secondRelease: [
    async ({ releaseFolder }, use) => use(await build(releaseFolder, 'second', {})),
    { scope: 'worker', timeout: BUILD_WITHIN_MS },
  ],

  withdrawnRelease: [
    async ({ releaseFolder }, use) =>
      use(await build(releaseFolder, 'withdrawn', { KOI_WITHDRAW_WORKER: '1' })),
    { scope: 'worker', timeout: BUILD_WITHIN_MS },
  ],
})

async function build(folder: string, buildId: string, env: Record<string, string>): Promise<string> {
  const out = join(folder, buildId)
  await mkdir(out)
  await cp(join(FIRST, 'client'), join(out, 'client'), { recursive: true })
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'build.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, KOI_BUILD_ID: buildId, KOI_OUT_DIR: out },
    timeout: BUILD_WITHIN_MS,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const status = await new Promise((done) => child.once('close', done))
  if (status !== 0) throw new Error(`Building ${buildId} failed:\n${output.slice(-3_000)}`)
  return out
}
