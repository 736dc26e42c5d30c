import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unprivilegedUser } from '#server/backup/unprivileged-user.ts'
import { freePort } from '../../scripts/lib/koi-process.mjs'
import { buildImageTree } from '../support/image-tree.ts'

const USAGES = ['admin', 'backup', 'db', 'deposits', 'provider', 'reconcile', 'signer']

describe.skipIf(process.platform !== 'linux')('the files of the image', () => {
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined
  const data = mkdtempSync(join(tmpdir(), 'koi-image-data-'))
  let tree: ReturnType<typeof buildImageTree>
  let root: string
  let env: NodeJS.ProcessEnv
  let options: SpawnOptions & { readonly cwd: string }

  beforeAll(async () => {
    tree = buildImageTree('koi')
    root = join(tree.dir, 'koi')
    spawnSync('chmod', ['-R', 'a-w,a+rX', tree.dir])
    chmodSync(data, 0o755)
    mkdirSync(join(data, 'koi'))
    if (user) chownSync(join(data, 'koi'), user.uid, user.gid)
    env = {
      PATH: process.env['PATH'],
      ...tree.env,
      DATA_DIR: join(data, 'koi'),
      HOME: join(data, 'koi'),
      TMPDIR: join(data, 'koi'),
      npm_config_cache: join(data, 'koi', 'npm'),
      LOG_LEVEL: 'warn',
      PORT: String(await freePort()),
    }
    options = { cwd: root, env, ...user }
  }, 600_000)
  afterAll(() => {
    spawnSync('chmod', ['-R', 'u+w', tree.dir])
    rmSync(tree.folder, { recursive: true, force: true })
    rmSync(data, { recursive: true, force: true })
    // A busy machine takes minutes for the installed packages.
  }, 600_000)

  const call = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { ...options, encoding: 'utf8' })
    return { status, text: `${stdout}${stderr}` }
  }

  it('have what the server and its commands need, and neither tests nor what only a build needs', () => {
    expect(readdirSync(root).toSorted()).toEqual(
      ['LICENSE', 'build', 'dist', 'node_modules', 'package-lock.json', 'package.json'].concat(
        ...['scripts', 'server', 'src', 'tsconfig.json'],
      ),
    )
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>
    }
    // TypeScript comes with libraries of wallets, as their optional peer.
    for (const name of ['vitest', 'vite', 'playwright', 'eslint']) {
      expect(devDependencies).toHaveProperty([name])
      expect(existsSync(join(root, 'node_modules', name)), name).toBe(false)
    }
  })

  it('serve from a tree that nobody can write, as another user, and stop when they are told', async () => {
    const server = spawn(process.execPath, ['dist/server/main.js'], { ...options, stdio: 'inherit' })
    try {
      expect(call(process.execPath, 'scripts/health.mjs', '--wait', '60')).toEqual({ status: 0, text: '' })
      const page = await fetch(`http://localhost:${env['PORT']}/`)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('/assets/')
    } finally {
      const gone = once(server, 'exit')
      server.kill('SIGTERM')
      expect(await gone).toEqual([0, null])
    }
    expect(call(process.execPath, 'scripts/health.mjs').status).toBe(1)
  })

  it('run the commands of operators', () => {
    expect(call('npm', 'run', '--silent', 'config', '--', '--check')).toEqual({
      status: 0,
      text: 'The configuration is right.\n',
    })
    expect(call('npm', 'run', '--silent', 'admin', '--', 'code', 'list', '--json')).toEqual({
      status: 0,
      text: '[]\n',
    })
    expect(call('npm', 'run', '--silent', 'reconcile')).toMatchObject({ status: 0 })
    expect(call('npm', 'run', '--silent', 'signer', '--', 'review')).toMatchObject({ status: 0 })
    for (const name of USAGES) {
      if (!existsSync(join(root, 'scripts', `${name}.mjs`))) continue
      expect(call('npm', 'run', '--silent', name, '--', '--help').text, name).toContain(`npm run ${name}`)
    }
  }, 120_000)
})
