import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parametersOf } from '#server/db/migrate.ts'

const ROOT = join(import.meta.dirname, '..', '..')

interface Service {
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly restart?: string
  readonly profiles?: readonly string[]
  readonly volumes?: readonly string[]
  readonly mem_limit?: string
  readonly pids_limit?: number
  readonly healthcheck?: object
  readonly image?: string
  readonly command?: readonly string[]
  readonly build?: { readonly target: string }
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly networks?: readonly string[]
  readonly ports?: readonly string[]
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

const compose = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true }) as Compose
const { services } = compose
const docker = [['docker', 'compose'], ['docker-compose']].find(
  ([program = '', ...args]) => spawnSync(program, [...args, 'version']).status === 0,
)

describe('compose.yaml', () => {
  it.each(Object.keys(services))('lets %s write nothing but its volumes, and become nobody else', (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      // A service of a profile is a command that ends.
      restart: services[name]?.profiles ? 'no' : 'unless-stopped',
    })
    expect(services[name]?.mem_limit).toBeDefined()
    expect(services[name]?.pids_limit).toBeDefined()
    // The image of the server has its own.
    expect(services[name]?.healthcheck ?? services[name]?.build?.target).toBeDefined()
  })

  it('opens only nginx to the outside, and gives the key of the hot wallet to the signer alone', () => {
    const opened = Object.entries(services).filter(([, { ports }]) => ports !== undefined)
    expect(opened.map(([name]) => name)).toEqual(['nginx'])
    const trusted = Object.entries(services).filter(([, { secrets }]) => secrets?.includes('signer-key'))
    expect(trusted.map(([name]) => name)).toEqual(['signer'])
    expect(services['postgres']?.networks).toEqual(['data'])
  })

  it('restores a backup where the database finds it', () => {
    const { volumes = [], command = [], environment } = services['restore'] ?? {}
    const isMounted = (path = '') => volumes.some((each) => path.startsWith(`${each.split(':')[1]}/`))
    expect(volumes).toEqual(expect.arrayContaining([...(services['backup']?.volumes ?? [])]))
    expect(services['postgres']?.volumes).toEqual(expect.arrayContaining([volumes.at(-1)]))
    expect([command.at(-1), `${environment?.['TMPDIR']}/copy`].map(isMounted)).toEqual([true, true])
  })

  it('grants the parameters that functions of the database set, as the guide does', () => {
    const granted = `grant set on parameter ${parametersOf().toSorted().join(', ')} to koi;`
    for (const path of ['ops/compose/create-roles.sh', 'docs/deployment.md']) {
      expect(readFileSync(join(ROOT, path), 'utf8'), path).toContain(granted)
    }
  })

  it('gives the servers the sockets that nginx knows', () => {
    const site = readFileSync(join(ROOT, 'ops', 'nginx', 'koi.conf'), 'utf8')
    const known = [...site.matchAll(/server unix:(\S+)/g)].map(([, path]) => path)
    expect(['app-1', 'app-2'].map((name) => services[name]?.environment?.['SOCKET'])).toEqual(known)
  })

  it('finds every secret and every file of settings once they were prepared', () => {
    const folder = mkdtempSync(join(tmpdir(), 'koi-compose-'))
    try {
      for (const path of ['compose.yaml', 'ops', 'docs']) {
        cpSync(join(ROOT, path), join(folder, path), { recursive: true })
      }
      const prepare = () => spawnSync('sh', ['ops/compose/prepare.sh'], { cwd: folder, encoding: 'utf8' })
      expect(prepare()).toMatchObject({ status: 0, stderr: '' })
      const read = (path: string) => readFileSync(join(folder, path), 'utf8')
      for (const { file } of Object.values(compose.secrets)) expect(read(file)).not.toBe('')
      const settings = read('koi.env')
      expect(settings).not.toMatch(/_PASSWORD|127\.0\.0\.1/)
      expect(settings).toMatch(/^NATS_URL=nats:\/\/koi:\w+@nats:4222$/m)
      expect(settings).toMatch(/^KOI_SECRET_KEY=[0-9a-f]{64}$/m)
      expect(settings).toContain(read('secrets/koi-password'))
      prepare()
      expect(read('koi.env')).toBe(settings)
      if (!docker) return
      const [program = '', ...args] = docker
      const tried = spawnSync(program, [...args, 'config', '--quiet'], { cwd: folder, encoding: 'utf8' })
      expect(tried).toMatchObject({ status: 0, stderr: '' })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
