// `npm run bench:processes`: several built servers without clients on one PostgreSQL behind PgBouncer in transaction
// mode. Measures their total cost, and how often they do work that only one of them should do: the check of the ledger,
// reading prices. Then asks all of them for the list of wallets, more often than one address may. Exits with 1 when
// they cost more than a tenth of a core, a job runs more than once an interval, or the limit does not cover all of them
// together.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cpuSecondsOf } from '../../scripts/lib/cpu-time.mjs'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { startKoi, type KoiProcess } from '../../scripts/lib/koi-process.mjs'
import { readOptions } from '../../scripts/lib/options.mjs'
import { configFile } from '../support/config-file.ts'
import { startPooledPostgres, USUAL_IDLE_S } from '../support/pgbouncer.ts'
import { startRateServices } from '../support/rate-services.ts'

const { values } = readOptions({
  usage: `npm run bench:processes -- [--processes 4] [--seconds 130]

  --processes  servers on one database
  --seconds    how long they are watched; prices are asked for and the ledger is checked once a minute`,
  options: {
    processes: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '130' },
  },
})
const [PROCESSES, SECONDS] = [Number(values.processes), Number(values.seconds)]
const MOST_OF_A_CORE = 0.1
const INTERVAL_S = 60
/** Lists of wallets that one address may request in a minute. */
const LISTS_PER_MINUTE = 240
const SETTLE_MS = 20_000

ensureBuild()
const problems: string[] = []
const rates = await startRateServices()
const postgres = await startPooledPostgres({ idleS: USUAL_IDLE_S })
const direct = new pg.Client({ connectionString: postgres.direct(postgres.url) })
const servers: KoiProcess[] = []
try {
  const KOI_CONFIG = configFile({
    rates: {
      sources: [
        { service: 'coingecko', url: rates.coingeckoUrl },
        { service: 'defillama', url: rates.defillamaUrl },
      ],
    },
  })
  const env = {
    DATABASE_URL: postgres.url,
    DATABASE_DIRECT_URL: postgres.direct(postgres.url),
    TRUST_PROXY: '1',
    LEDGER_CHECK_MINUTES: '1',
    KOI_CONFIG,
  }
  for (let n = 0; n < PROCESSES; n++) servers.push(await startKoi({ env }))
  await direct.connect()
  await sleep(SETTLE_MS)

  const cpu = () => servers.reduce((sum, { pid }) => sum + (pid === undefined ? 0 : cpuSecondsOf(pid)), 0)
  const checks = async () => {
    const { rows } = await direct.query<{ epoch: string }>(
      `select epoch from job where name = 'ledger-check'`,
    )
    return Number(rows[0]?.epoch ?? 0)
  }
  const before = { cpu: cpu(), checks: await checks(), calls: rates.asked.length }
  await sleep(SECONDS * 1_000)
  const share = (cpu() - before.cpu) / SECONDS
  const most = Math.ceil(SECONDS / INTERVAL_S)
  const checked = (await checks()) - before.checks
  // Each run calls two services.
  const asked = (rates.asked.length - before.calls) / 2
  const health = await Promise.all(
    servers.map(async ({ origin }) => {
      const answer = await fetch(`${origin}/api/health`)
      return ((await answer.json()) as { data: { ledger: { status: string } } }).data.ledger.status
    }),
  )

  const answers = await Promise.all(
    Array.from({ length: 2 * LISTS_PER_MINUTE }, async (_, n) => {
      const { status } = await fetch(`${servers[n % PROCESSES]?.origin}/api/wallets`, {
        headers: { 'x-forwarded-for': '198.51.100.7' },
      })
      return status
    }),
  )
  const letIn = answers.filter((status) => status === 200).length

  if (share > MOST_OF_A_CORE) problems.push(`idle they take ${(share * 100).toFixed(1)}% of a core`)
  if (checked < 1 || checked > most) problems.push(`the ledger was checked ${checked} times`)
  if (asked < 1 || asked > most) problems.push(`prices were asked for ${asked} times`)
  if (letIn !== LISTS_PER_MINUTE) problems.push(`${letIn} lists were given instead of ${LISTS_PER_MINUTE}`)
  if (health.some((status) => status !== 'sound')) problems.push(`health tells ${health.join(', ')}`)
  console.log(
    `Measured: ${PROCESSES} processes, nobody there, ${SECONDS} s: ${(share * 100).toFixed(1)}% of a core together; ledger checked ${checked} times, prices asked for ${asked} times (once a minute); ${letIn} of ${answers.length} calls let in by a limit of ${LISTS_PER_MINUTE}`,
  )
} finally {
  await Promise.all(servers.map((server) => server.stop()))
  await direct.end()
  await postgres.stop()
  await rates.stop()
}
for (const problem of problems) console.error(`Too much: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
