import { spawnSync } from 'node:child_process'
import type { Check } from './check.ts'
import type { Kill } from './kills.ts'
import type { ProcessLife } from './process-life.ts'

export function checkLives(lives: readonly ProcessLife[], kills: readonly Kill[]): Check {
  return {
    name: 'everything killed came back, and nothing ended by itself',
    compared: kills.length,
    faults: [
      ...kills
        .filter(({ recoveredMs }) => recoveredMs === null)
        .map(({ kind }) => `${kind} did not come back`),
      ...lives
        .filter(({ ownEnds }) => ownEnds > 0)
        .map(({ name, ownEnds }) => `${name} ended by itself, ${ownEnds} times`),
    ],
  }
}

/**
 * The server's check of the ledger must raise no false alarm while the database is down at times.
 * @param alarms expected alarms, because their causes were simulated
 */
export function checkLogs(lines: readonly string[], alarms: readonly string[] = []): Check {
  const isWanted = (line: string) => alarms.some((alarm) => line.includes(`"alarm":"${alarm}"`))
  const faults = [
    ...lines.filter(
      (line) => (line.includes('"alarm":') && !isWanted(line)) || line.includes('"level":"fatal"'),
    ),
    ...alarms
      .filter((alarm) => !lines.some((line) => line.includes(`"alarm":"${alarm}"`)))
      .map((alarm) => `no alarm of the ${alarm}`),
  ]
  return {
    name: alarms.length === 0 ? 'no alarm in any log' : `no alarm in any log but of: ${alarms.join()}`,
    compared: lines.length,
    faults,
  }
}

/** The operator's command. */
export function reconcile(databaseUrl: string): Check {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'reconcile'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATABASE_URL: databaseUrl },
  })
  const lines = `${stdout}${stderr}`.trim().split('\n')
  for (const line of lines) process.stdout.write(`            ${line}\n`)
  return { name: 'npm run reconcile', compared: 1, faults: status === 0 ? [] : lines.slice(-5) }
}
