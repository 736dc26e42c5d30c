import { spawnSync } from 'node:child_process'
import { StartupError } from '#server/base/startup-error.ts'

/** PostgreSQL refuses to run as root. */
export function unprivilegedUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new StartupError(
    'PostgreSQL cannot run as root, and there is no user postgres or nobody to run it as.',
  )
}
