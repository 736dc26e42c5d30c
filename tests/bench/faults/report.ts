import type { Check } from './check.ts'
import type { Takeover } from './database-pair.ts'
import type { Kill } from './kills.ts'
import type { Scenario } from './scenario.ts'

/** Maximum number of printed faults of one kind. */
const MOST_SHOWN = 5

/** Operations of the players, and their answers. */
export function loadTable(
  { operations, answers }: Pick<Scenario['load'], 'operations' | 'answers'>,
  kinds: readonly string[],
): string[] {
  const rows = kinds.map((kind) => {
    const own = operations.filter((each) => each.kind === kind)
    const sent = own.reduce((sum, each) => sum + each.sent, 0)
    const twice = own.filter(({ isTwice }) => isTwice).length
    const acknowledged = own.filter((each) => each.acknowledged !== null).length
    return [kind, own.length, sent, twice, acknowledged, own.length - acknowledged]
  })
  const counted = [...answers].sort((a, b) => b[1] - a[1]).map(([name, n]) => `${n} ${name}`)
  return [
    ...table(['', 'submitted', 'requests', 'twice', 'acknowledged', 'refused'], rows),
    `answers: ${counted.join(', ')}`,
  ]
}

/** Outage of each kind of victim, in seconds. */
export function killTable(kills: readonly Kill[]): string[] {
  const killed = [...new Set(kills.map(({ kind }) => kind))].sort()
  const rows = killed.map((kind) => {
    const times = kills
      .filter((kill) => kill.kind === kind)
      .map(({ recoveredMs }) => recoveredMs ?? Infinity)
      .sort((a, b) => a - b)
    const at = (share: number) => {
      const ms = times[Math.ceil(share * times.length) - 1]
      return ms === undefined ? '-' : seconds(ms)
    }
    return [kind, times.length, at(0.5), at(0.95)]
  })
  return table(['killed', 'times', 'back after p50 s', 'p95 s'], rows)
}

/** Times of the steps in each takeover, from the loss of the primary. */
export function takeoverTable(takeovers: readonly Takeover[], kills: readonly Kill[]): string[] {
  const back = kills.filter(({ kind }) => kind === 'takeover').map(({ recoveredMs }) => recoveredMs)
  const rows = takeovers.map(({ killedAt, promotedAt, repointedAt, guardedAt }, n) => {
    const after = (at: number | null) => (at === null ? '-' : seconds(at - killedAt))
    const recoveredMs = back[n] ?? null
    return [
      n + 1,
      after(promotedAt),
      after(repointedAt),
      recoveredMs === null ? '-' : seconds(recoveredMs),
      after(guardedAt),
    ]
  })
  return table(['takeover', 'promoted s', 'pooler s', 'service back s', 'new standby s'], rows)
}

/** One line for each check, with examples of faults. */
export function verdicts(checks: readonly Check[]): string[] {
  return checks.flatMap(({ name, compared, faults }) => [
    `${faults.length === 0 ? 'good    ' : 'NOT GOOD'}  ${name} (${compared} compared)`,
    ...faults.slice(0, MOST_SHOWN).map((fault) => `            ${fault}`),
    ...(faults.length > MOST_SHOWN ? [`            and ${faults.length - MOST_SHOWN} more`] : []),
  ])
}

export function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const all = [head, ...rows.map((row) => row.map(String))]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const pad = (cell: string, n: number) =>
    n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0)
  return all.map((row) => row.map(pad).join('  '))
}
