import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** Process id of the local PostgreSQL server behind the pool. */
export async function postmasterOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ data_directory: string }>('show data_directory')
  const file = join(rows[0]?.data_directory ?? '', 'postmaster.pid')
  return Number((await readFile(file, 'utf8')).split('\n')[0])
}

/** CPU milliseconds of the server and all its sessions, ended ones too. */
export async function databaseCpuMs(postmaster: number): Promise<number> {
  let ticks = 0
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    // After the name, which may have spaces: state, parent, and from the 12th on utime, stime, cutime, cstime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const isServer = Number(name) === postmaster
    if (!isServer && Number(fields[1]) !== postmaster) continue
    for (const field of fields.slice(11, isServer ? 15 : 13)) ticks += Number(field)
  }
  return ticks * 10
}
