import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base } from './fixtures.ts'
import type { Open } from './keeper.ts'
import { opensServer } from './koi-server.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const BUILD_WITHIN_MS = 240_000
const FIRST = resolve(ROOT, process.env['KOI_DIST_DIR'] ?? 'dist')

const openServer = opensServer({ TRUST_PROXY: '1' })

/** A folder for builds, with later releases that are built on first use. */
const openReleases: Open<{
  folder: string
  second(): Promise<string>
  withdrawn(): Promise<string>
}> = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'koi-releases-'))
  // The server finds its packages in a folder above its own file.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  let second: Promise<string> | undefined
  return {
    value: {
      folder,
      second: () => (second ??= build(folder, 'second', {})),
      withdrawn: () => build(folder, 'withdrawn', { KOI_WITHDRAW_WORKER: '1' }),
    },
    close: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

interface Releases {
  /** Folder for builds of this worker. */
  releaseFolder: string
  /** Folder of the build under test. */
  firstRelease: string
  /** The current sources, built over a copy of the first release, as a deployment does. */
  secondRelease: string
  /** The same, with a service worker that removes itself. */
  withdrawnRelease: string
}

/** `test` with real later releases, built only for tests that use one, on a separate server. */
export const test = base.extend<Releases>({
  server: async ({ keep }, use) => use(await keep(openServer)),
  releaseFolder: async ({ keep }, use) => use((await keep(openReleases)).folder),
  firstRelease: ({}, use) => use(FIRST),
  secondRelease: [
    async ({ keep }, use) => use(await (await keep(openReleases)).second()),
    { timeout: BUILD_WITHIN_MS },
  ],
  withdrawnRelease: [
    async ({ keep }, use) => use(await (await keep(openReleases)).withdrawn()),
    { timeout: BUILD_WITHIN_MS },
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
