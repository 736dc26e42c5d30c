// Kills the API, the watcher, the signer, the database and its pooler (SIGKILL) at random while players deposit,
// withdraw and cancel, a quarter of them twice, on a separate PostgreSQL with a standby. Sometimes the primary is lost
// for good and the standby takes over. Afterwards exactly the acknowledged operations must exist, each once, and the
// ledger must add up. With `--bets` players bet on all games, by hand, in rounds and by auto-play: every nonce must
// exist, receipts must form a chain, and each bet must follow from its revealed seed. With `--provider` a provider of
// games of others plays for them, and its books must agree with Koi's. Exits with 1 when anything differs.
import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { readOptions } from '../../scripts/lib/options.mjs'
import { createHub88House } from '../support/hub88-house.ts'
import { betScenario } from './faults/bet-scenario.ts'
import type { Check } from './faults/check.ts'
import { CrashKiller } from './faults/crash-kills.ts'
import { crashScenario } from './faults/crash-scenario.ts'
import { Killer } from './faults/kills.ts'
import { moneyScenario } from './faults/money-scenario.ts'
import { checkLives, checkLogs, reconcile } from './faults/operator-checks.ts'
import { providerScenario } from './faults/provider-scenario.ts'
import { SeededRandom } from './faults/random.ts'
import { killTable, loadTable, seconds, takeoverTable, verdicts } from './faults/report.ts'
import { checkListeners, checkSequences, Seen } from './faults/seen.ts'
import { openWorld, type World } from './faults/world.ts'

const { values } = readOptions({
  usage: `npm run test:faults -- [--bets | --crash | --provider] [--seed 1] [--kills 30] [--takeovers 3] [--players 40] [--every 4] [--think 2.5] [--log <file>] [--asynchronous]

  --bets     players bet; without it they deposit, withdraw and cancel
  --crash    they bet in rounds of Crash, and the process that leads these is killed in each of their states
  --provider a provider of games of others bets, pays and rolls back for them (short: --kills 5 --every 2)
  --seed     decides what players do and when what is killed; a new one each time when it is left out
  --kills    of API, watcher, signer, database, one of the database's processes and the pooler, in turn; with --bets of
             API, database and one of its processes; with --crash of the leader, 20 times, and more is done to it; with
             --provider 22 times, of API and now and then of the database
  --takeovers  how often the primary is lost with its data, and its standby promoted
  --players  who do so at the same time; 64 with --bets and --provider, 24 with --crash
  --every    seconds from one kill to the next, on average
  --think    seconds from one operation of a player to the next, on average; 1 with --bets; with --crash before a bet, at most 5
  --log      takes what servers and signer have logged
  --asynchronous  the primary does not wait for its standby: the test has to find what is lost then`,
  options: {
    bets: { type: 'boolean', default: false },
    crash: { type: 'boolean', default: false },
    provider: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    kills: { type: 'string' },
    players: { type: 'string' },
    every: { type: 'string', default: '4' },
    think: { type: 'string' },
    takeovers: { type: 'string' },
    log: { type: 'string' },
    asynchronous: { type: 'boolean', default: false },
  },
})
const SEED = Number(values.seed)
const [kills, takeovers, players, think] = values.crash
  ? [20, 0, 24, 5]
  : values.bets
    ? [30, 3, 64, 1]
    : values.provider
      ? [22, 0, 64, 2.5]
      : [30, 3, 40, 2.5]
const KILLS = Number(values.kills ?? kills)
const TAKEOVERS = Number(values.takeovers ?? takeovers)
const PLAYERS = Number(values.players ?? players)
const THINK_S = Number(values.think ?? think)

const startedAt = performance.now()
const print = (line: string) => process.stdout.write(`${line}\n`)
const distDir = ensureBuild()
print(
  values.crash
    ? `Seed ${SEED}: ${KILLS} kills of the leader, ${PLAYERS} players who bet`
    : `Seed ${SEED}: ${KILLS} kills, ${TAKEOVERS} takeovers, ${PLAYERS} players who ${values.bets ? 'bet' : values.provider ? 'play games of others' : 'move money'}`,
)
const house = values.provider ? createHub88House() : null
const stepped = fileURLToPath(new URL('./faults/stepped-clock.mjs', import.meta.url))
const world = await openWorld({
  distDir,
  players: PLAYERS,
  isSynchronous: !values.asynchronous,
  config: house?.config,
  flags: values.crash ? ['--import', stepped] : [],
})
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
print(`${isGood ? 'GOOD' : 'NOT GOOD'}, after ${seconds(performance.now() - startedAt)} s`)
process.exit(isGood ? 0 : 1)

async function run({ db, servers, signer, signerLog }: World): Promise<boolean> {
  const random = new SeededRandom(SEED, 'kills')
  const crashKiller = values.crash ? new CrashKiller(world, random) : null
  const scenario = crashKiller
    ? crashScenario(world, SEED, crashKiller)
    : house
      ? providerScenario(world, SEED, house.privatePem)
      : (values.bets ? betScenario : moneyScenario)(world, SEED)
  const { load, kinds, victims } = scenario
  // Rate limits are not tested here.
  const upkeep = setInterval(() => void db.query('delete from rate_limit').catch(() => {}), 1_000)
  await scenario.logIn(PLAYERS)
  const killer = crashKiller ?? new Killer(world, random, load, victims)
  const seen = new Seen(db)
  scenario.start(THINK_S * 1_000)
  const killingAt = performance.now()
  const everyMs = Number(values.every) * 1_000
  await (killer instanceof Killer ? killer.run(KILLS, TAKEOVERS, everyMs) : killer.run(KILLS, everyMs))
  const killedMs = performance.now() - killingAt
  await Promise.all([killer.recovered(), scenario.end()])
  await db.guarded()
  const settlingAt = performance.now()
  const open = await scenario.settle()
  const settledMs = performance.now() - settlingAt
  clearInterval(upkeep)

  const tables = [loadTable(load, kinds), killTable(killer.kills), takeoverTable(db.takeovers, killer.kills)]
  print(tables.map((lines) => `\n${lines.join('\n')}`).join('\n'))
  print(`killed for ${seconds(killedMs)} s, settled ${seconds(settledMs)} s after the last answer\n`)
  const logs = [...servers.map(({ koi }) => koi.log), signerLog()].join('\n')
  if (values.log) writeFileSync(values.log, logs)
  const checks: Check[] = [
    { name: 'everything settled', compared: load.operations.length, faults: open },
    ...(await scenario.check()),
    await seen.check(),
    await checkSequences(db),
    await checkListeners(db, servers.length),
    { name: 'answers: only what the contract promises', compared: load.sent, faults: load.faults },
    checkLives([...servers.map(({ life }) => life), signer], killer.kills),
    checkLogs(logs.split('\n'), crashKiller ? ['beacon'] : []),
    reconcile(db.url),
  ]
  print(verdicts(checks).join('\n'))
  const isGood = checks.every(({ faults }) => faults.length === 0)
  const taken = crashKiller
    ? ` of the leader, whose round another one takes within ${Math.round(Math.max(...crashKiller.takeoversMs))} ms`
    : `, ${TAKEOVERS} takeovers`
  const twice = load.operations.filter(({ isTwice }) => isTwice).length
  if (isGood)
    print(
      `Measured: ${load.operations.length} operations, ${twice} of them twice, in ${seconds(performance.now() - startedAt)} s: each once (seed ${SEED}, ${KILLS} kills${taken})`,
    )
  return isGood
}
