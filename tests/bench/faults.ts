// Kills the API, the watcher, the signer, the database and its pooler (SIGKILL) at random while players deposit, withdraw
// and cancel, a quarter of them twice, on a PostgreSQL of its own with a standby. Some times the primary is lost for good
// and the standby takes over. Afterwards every acknowledged operation has to exist exactly once and nothing else, and the
// ledger has to add up. Exits with 1 when anything differs.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { readOptions } from '../../scripts/lib/options.mjs'
import { checkWorld, type Check } from './faults/check.ts'
import { Killer, type Kill } from './faults/kills.ts'
import { Load } from './faults/load.ts'
import type { ProcessLife } from './faults/process-life.ts'
import { SeededRandom } from './faults/random.ts'
import { killTable, loadTable, seconds, takeoverTable, verdicts } from './faults/report.ts'
import { checkListeners, checkSequences, Seen } from './faults/seen.ts'
import { openWorld, type World } from './faults/world.ts'

const { values } = readOptions({
  usage: `npm run test:faults -- [--seed 1] [--kills 30] [--takeovers 3] [--players 40] [--every 4] [--think 2.5] [--log <file>] [--asynchronous]

  --seed     decides what players do and when what is killed; a new one each time when it is left out
  --kills    of API, watcher, signer, database, one of the database's processes and the pooler, in turn
  --takeovers  how often the primary is lost with its data, and its standby promoted
  --players  who deposit, withdraw and cancel at the same time
  --every    seconds from one kill to the next, on average
  --think    seconds from one operation of a player to the next, on average
  --log      takes what servers and signer have logged
  --asynchronous  the primary does not wait for its standby: the test has to find what is lost then`,
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    kills: { type: 'string', default: '30' },
    players: { type: 'string', default: '40' },
    every: { type: 'string', default: '4' },
    think: { type: 'string', default: '2.5' },
    takeovers: { type: 'string', default: '3' },
    log: { type: 'string' },
    asynchronous: { type: 'boolean', default: false },
  },
})
const SEED = Number(values.seed)
const KILLS = Number(values.kills)
const TAKEOVERS = Number(values.takeovers)
const PLAYERS = Number(values.players)
const SETTLED_WITHIN_MS = 270_000

const startedAt = performance.now()
const print = (line: string) => process.stdout.write(`${line}\n`)
const distDir = ensureBuild()
print(`Seed ${SEED}: ${KILLS} kills, ${TAKEOVERS} takeovers, ${PLAYERS} players`)
const world = await openWorld({ distDir, players: PLAYERS, isSynchronous: !values.asynchronous })
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    world.killAll()
    process.exit(130)
  })
}
let isGood: boolean
try {
  isGood = await run(world)
} finally {
  await world.stop()
}
if (isGood)
  print(
    `Measured: good, each once, in ${seconds(performance.now() - startedAt)} s (seed ${SEED}, ${KILLS} kills, ${TAKEOVERS} takeovers)`,
  )
print(`${isGood ? 'GOOD' : 'NOT GOOD'}, after ${seconds(performance.now() - startedAt)} s`)
process.exit(isGood ? 0 : 1)

async function run({ db, servers, signer, signerLog }: World): Promise<boolean> {
  const load = new Load(world, SEED)
  await load.logIn(PLAYERS)
  const killer = new Killer(world, new SeededRandom(SEED, 'kills'), load)
  const seen = new Seen(db)
  // How often a player may try is not what is measured here.
  const upkeep = setInterval(() => void db.query('delete from rate_limit').catch(() => {}), 1_000)
  load.start(Number(values.think) * 1_000)
  const killingAt = performance.now()
  await killer.run(KILLS, TAKEOVERS, Number(values.every) * 1_000)
  const killedMs = performance.now() - killingAt
  await Promise.all([killer.recovered(), load.end()])
  await db.guarded()
  const settlingAt = performance.now()
  const open = await settle(db, load)
  const settledMs = performance.now() - settlingAt
  clearInterval(upkeep)

  print(
    [
      '',
      ...loadTable(load),
      '',
      ...killTable(killer.kills),
      '',
      ...takeoverTable(db.takeovers, killer.kills),
    ].join('\n'),
  )
  print(`killed for ${seconds(killedMs)} s, settled ${seconds(settledMs)} s after the last answer\n`)
  const logs = [...servers.map(({ koi }) => koi.log), signerLog()].join('\n')
  if (values.log) writeFileSync(values.log, logs)
  const checks: Check[] = [
    { name: 'everything settled', compared: load.operations.length, faults: open },
    ...(await checkWorld(db, load)),
    await seen.check(),
    await checkSequences(db),
    await checkListeners(db, servers.length),
    { name: 'answers: only what the contract promises', compared: load.sent, faults: load.faults },
    checkLives([...servers.map(({ life }) => life), signer], killer.kills),
    checkLogs(logs.split('\n')),
    reconcile(db.url),
  ]
  print(verdicts(checks).join('\n'))
  return checks.every(({ faults }) => faults.length === 0)
}

function checkLives(lives: readonly ProcessLife[], kills: readonly Kill[]): Check {
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

/** The server that adds its ledger up must not cry wolf while the database comes and goes. */
function checkLogs(lines: readonly string[]): Check {
  const faults = lines.filter((line) => line.includes('"alarm":') || line.includes('"level":"fatal"'))
  return { name: 'no alarm in any log', compared: lines.length, faults }
}

/** What is still under way after a long wait, in words; what waits for an operator is given up. */
async function settle(db: World['db'], load: Load): Promise<string[]> {
  const deadline = performance.now() + SETTLED_WITHIN_MS
  for (;;) {
    const { rows } = await db.query<{ what: string }>(
      `select 'withdrawal ' || id || ' is ' || status as what from withdrawal where settled_at is null
       union all
       select 'deposit ' || id || ' is ' || status from deposit where status in ('confirming', 'confirmed')
       union all
       select 'transfer ' || tx_id || ' was not seen' from practice_transfer transfer
       join deposit_address address on address.address = transfer.recipient
       where not exists (select from deposit where deposit.tx_id = transfer.tx_id)`,
    )
    if (rows.length === 0 || performance.now() > deadline) return rows.map(({ what }) => what)
    const inReview = await db.query<{ id: string }>(`select id from withdrawal where status = 'review'`)
    await load.giveUp(inReview.rows.map(({ id }) => id))
    await sleep(250)
  }
}

/** The command an operator has. */
function reconcile(databaseUrl: string): Check {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'reconcile'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATABASE_URL: databaseUrl },
  })
  const lines = `${stdout}${stderr}`.trim().split('\n')
  for (const line of lines) print(`            ${line}`)
  return { name: 'npm run reconcile', compared: 1, faults: status === 0 ? [] : lines.slice(-5) }
}
