import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const SITES = join(import.meta.dirname, '..', '..', 'ops', 'nginx')
const readSite = (name: string) => readFileSync(join(SITES, name), 'utf8')
const START_WITHIN_MS = 10_000

/** The program of nginx; undefined where it is not installed. */
export const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((file) =>
  existsSync(file),
)

/** Debian's own settings around `ops/nginx/koi.conf`, with files in `dir` only. */
function writeConf(dir: string, site: string): string {
  const file = join(dir, 'nginx.conf')
  writeFileSync(join(dir, 'koi.conf'), site.replaceAll('/var/log/nginx', dir))
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const lines = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'worker_processes 2;',
    'daemon off;',
    `pid ${dir}/nginx.pid;`,
    `error_log ${dir}/error.log;`,
    'events { worker_connections 768; }',
    'http {',
    'access_log off;',
    ...folders.map((name) => `${name}_temp_path ${dir}/${name};`),
    `include ${dir}/koi.conf;`,
    '}',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

/** The objections of nginx to the sites as they are delivered, with a certificate made for it; empty if they are right. */
export function checkSites(): string {
  const dir = mkdtempSync(join(tmpdir(), 'koi-nginx-'))
  try {
    const made = spawnSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=koi.example'],
        ...['-keyout', join(dir, 'privkey.pem'), '-out', join(dir, 'fullchain.pem')],
      ],
      { stdio: 'ignore' },
    )
    if (made.status !== 0) return 'openssl made no certificate'
    const sites = ['koi.conf', 'koi-console.conf'].map(readSite).join('\n')
    const site = sites
      .replaceAll(/\/etc\/nginx\/koi(?:-console)?\//g, `${dir}/`)
      .replace(/# (?=location ~ .*operator)/, '')
    const tried = spawnSync(NGINX ?? '', ['-t', '-q', '-c', writeConf(dir, site)], { encoding: 'utf8' })
    return tried.status === 0 ? tried.stderr : tried.stderr || 'nginx ends with an error'
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * nginx with `ops/nginx/koi.conf`, without encryption, before the sockets in `sockets`.
 * @param change of the configuration
 */
export async function startNginx(sockets: string, port: number, change = (site: string) => site) {
  const dir = mkdtempSync(join(tmpdir(), 'koi-nginx-'))
  const [upstream = '', , encrypted = ''] = readSite('koi.conf').split(/^(?=server \{)/m)
  const site = (upstream + encrypted)
    .replaceAll('/run/koi', sockets)
    .replace(/^ *ssl_.*\n/gm, '')
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace(/listen 443 .*;/, `listen 127.0.0.1:${port};`)
  const server = spawn(NGINX ?? '', ['-c', writeConf(dir, change(site))], { stdio: 'ignore' })
  const deadline = Date.now() + START_WITHIN_MS
  while (!(await answers(port))) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error('nginx did not start')
    await sleep(20)
  }
  return {
    log: () => readFileSync(join(dir, 'error.log'), 'utf8'),
    async stop() {
      const gone = once(server, 'exit')
      server.kill('SIGTERM')
      await gone
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
