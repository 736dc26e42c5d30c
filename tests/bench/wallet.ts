// `npm run bench:wallet`: the code size of wallets, how long a player waits for them, and what 200 connections leave in
// memory; beside Reown AppKit and web3-onboard with its own windows, on the same machine.
//
// Every sample is a first visit with empty storage, on a phone's screen with a processor `--throttle` times slower.
// Times run from the tap's own event to the frame that first shows the result. The extension takes 200 ms for its part,
// which is subtracted. The code is requested in a modal that has been open for 1.5 s. The competitors' servers cannot
// be reached: their times include the wait for them.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnSync } from 'node:child_process'
import { ensureBuild } from '../../scripts/lib/ensure-build.mjs'
import { startKoi } from '../../scripts/lib/koi-process.mjs'
import { median, p95, table } from '../../scripts/lib/numbers.mjs'
import { readOptions } from '../../scripts/lib/options.mjs'
import { startExplorer } from '../support/wallet/explorer.ts'
import { startRelay } from '../support/wallet/relay.ts'
import { buildCompetitors } from './competitors/wallets.ts'
import { WALLET_TAKES_MS } from './wallet/page-script.ts'
import { openPhone, type Phone } from './wallet/phone.ts'
import { appKit, koi, web3Onboard, type Subject } from './wallet/subjects.ts'

const BUDGETS = { modal: 100, code: 1_000, connect: 300 }
type Step = keyof typeof BUDGETS
const STEPS = Object.keys(BUDGETS) as Step[]
const LABELS: Record<Step, string> = {
  modal: 'modal visible after the tap',
  code: 'code visible after choosing',
  connect: 'connected, beyond the wallet’s time',
}
/** Objects left per connection; caches of the browser and of React grow a little and stop. */
const MAX_LEFT_PER_CYCLE = 0.1

const { values } = readOptions({
  usage: `npm run bench:wallet: sizes, times and leaks of connecting a wallet.
  --rounds 20      samples of each step
  --rivals 8       samples of each step for the competitors; 0 leaves them out
  --throttle 4     how many times slower the processor is
  --cycles 200     connections made and ended in one page`,
  options: {
    rounds: { type: 'string', default: '20' },
    rivals: { type: 'string', default: '8' },
    throttle: { type: 'string', default: '4' },
    cycles: { type: 'string', default: '200' },
  },
})
const [rounds = 20, rivals = 8, throttle = 4, cycles = 200] = [
  values.rounds,
  values.rivals,
  values.throttle,
  values.cycles,
].map(Number)

ensureBuild()
const [relay, explorer] = await Promise.all([startRelay(), startExplorer()])
const server = await startKoi({
  env: {
    WALLETCONNECT_PROJECT_ID: '0123456789abcdef0123456789abcdef',
    WALLETCONNECT_RELAY_URL: relay.url,
    WALLET_EXPLORER_URL: explorer.url,
    WALLET_IDENTITY_URL: `${explorer.url}/v1/identity`,
    LOG_LEVEL: 'fatal',
  },
})
const problems: string[] = []
const rivalPages = rivals > 0 ? await buildCompetitors(relay.url) : null
try {
  printSizes()
  await compareTimes()
  await countLeaks()
} finally {
  await Promise.all([
    server.stop(),
    relay.stop(),
    explorer.stop(),
    ...(rivalPages ?? []).map((page) => page.stop()),
  ])
}
if (problems.length > 0) {
  console.error(`\nOver budget:\n${problems.join('\n')}`)
  process.exitCode = 1
}

function printSizes(): void {
  const script = join(import.meta.dirname, '..', '..', 'scripts', 'size.mjs')
  const { stdout, status } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  const [, own = '?', , relayCode = '?'] = /^Wallets: (.+?) of (.+?), and (.+?) for/m.exec(stdout) ?? []
  if (status !== 0) problems.push('node scripts/size.mjs fails')
  const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`
  console.log(
    table([
      ['Code, gzip', 'before a code is chosen', 'WalletConnect', 'all'],
      [
        'Koi (beside its entry)',
        own,
        relayCode,
        `${(parseFloat(own) + parseFloat(relayCode)).toFixed(1)} kB`,
      ],
      ...(rivalPages ?? []).map(({ name, bytes }) => [
        name,
        kB(bytes.entry),
        kB(bytes.all - bytes.entry),
        kB(bytes.all),
      ]),
    ]),
  )
}

async function compareTimes(): Promise<void> {
  const [kit, onboard] = rivalPages ?? []
  const subjects = [
    koi(`${server.origin}/`),
    ...(kit ? [appKit(kit.url)] : []),
    ...(onboard ? [web3Onboard(onboard.url)] : []),
  ]
  const rows = [['Times in ms (median, p95)', ...STEPS.map((step) => LABELS[step])]]
  for (const subject of subjects) {
    const isOurs = subject.name === 'Koi'
    const times: Record<Step, number[]> = { modal: [], code: [], connect: [] }
    for (let round = 0; round < (isOurs ? rounds : rivals); round += 1) {
      const phone = await openPhone(throttle)
      try {
        await sample(phone, subject, times)
      } catch (error) {
        if (isOurs) throw error
      } finally {
        await phone.close()
      }
    }
    rows.push([subject.name, ...STEPS.map((step) => inWords(times[step]))])
    if (isOurs) {
      STEPS.forEach((step) => judge(step, times[step]))
      console.log(
        `Measured: ${STEPS.map((step) => `${LABELS[step]} ${inWords(times[step])} ms`).join('; ')} (median, p95)`,
      )
    }
  }
  console.log(`\n${table(rows)}`)
}

/** One first visit for the modal and the connection, one for the code. */
async function sample(phone: Phone, subject: Subject, times: Record<Step, number[]>): Promise<void> {
  const keep = (step: Step, ms: number | null) => {
    if (ms !== null) times[step].push(ms)
    else if (subject.name === 'Koi') throw new Error(`${LABELS[step]}: never`)
  }
  await phone.visit(subject.url, 2_500)
  // Started before the tap: starting afterwards takes longer than a frame.
  const modal = phone.seen(subject.modal)
  await phone.tap(subject.connect)
  keep('modal', await modal)
  await sleep(1_500)
  await phone.tap(...subject.wallet)
  const connected = await phone.holds(subject.isConnected)
  keep('connect', connected === null ? null : connected - WALLET_TAKES_MS)

  await phone.visit(subject.url, 2_500)
  await phone.tap(subject.connect)
  await phone.seen(subject.modal)
  await sleep(1_500)
  await phone.tap(...subject.toCode)
  keep('code', await phone.seen(subject.code))
}

function inWords(numbers: number[]): string {
  return numbers.length === 0
    ? 'not without its servers'
    : `${median(numbers).toFixed(0)}, ${p95(numbers).toFixed(0)}`
}

function judge(step: Step, numbers: number[]): void {
  const [middle, slow] = [median(numbers), p95(numbers)]
  if (middle > BUDGETS[step])
    problems.push(`${LABELS[step]}: median ${middle.toFixed(0)} ms, more than ${BUDGETS[step]} ms`)
  else if (slow > BUDGETS[step])
    console.log(`${LABELS[step]}: p95 ${slow.toFixed(0)} ms is over ${BUDGETS[step]} ms`)
}

/** Connects and disconnects as a player does; then opens and leaves codes. */
async function countLeaks(): Promise<void> {
  const ours = koi(`${server.origin}/`)
  const phone = await openPhone(1)
  // Not by position, because the modal may still be animated, and not in elements that are leaving.
  const press = async (text: string) => {
    const button = `[...document.querySelectorAll('dialog:modal button')].find((each) => each.textContent.includes(${JSON.stringify(text)}))`
    await phone.waitFor(button)
    await phone.evaluate(`${button}.click()`)
  }
  const reach = async (condition: string) => {
    if ((await phone.holds(condition)) === null) throw new Error(`Timed out waiting for ${condition}`)
  }
  const cycle = async () => {
    await phone.evaluate(`document.querySelector(${JSON.stringify(ours.connect)}).click()`)
    await press('Bench Wallet')
    await reach(ours.isConnected)
    await phone.evaluate('document.querySelector(\'#root header button[aria-label="Your wallet"]\').click()')
    await press('Disconnect')
    await reach(
      `document.querySelector(${JSON.stringify(ours.connect)}) && !document.querySelector("dialog[open]")`,
    )
  }
  const code = async () => {
    await phone.evaluate(`document.querySelector(${JSON.stringify(ours.connect)}).click()`)
    await press('Scan with')
    await phone.seen(ours.code)
    await phone.evaluate('document.querySelector("dialog[open]").requestClose()')
    await reach('!document.querySelector("dialog[open]")')
  }
  try {
    await phone.visit(ours.url, 2_000)
    for (let warmUp = 0; warmUp < 10; warmUp += 1) await cycle()
    for (let warmUp = 0; warmUp < 3; warmUp += 1) await code()
    // Toasts disappear after 3 s.
    await sleep(4_000)
    const before = { ...(await phone.counts()), 'sockets at the relay': relay.stats.openSockets }
    for (let round = 0; round < cycles; round += 1) await cycle()
    const codes = Math.ceil(cycles / 10)
    for (let round = 0; round < codes; round += 1) await code()
    await sleep(4_000)
    const after = { ...(await phone.counts()), 'sockets at the relay': relay.stats.openSockets }
    const names = Object.keys(before) as (keyof typeof before)[]
    console.log(
      `\n${table([
        [`${cycles} connections, ${codes} codes`, 'before', 'after'],
        ...names.map((name) => [name, String(before[name]), String(after[name])]),
      ])}`,
    )
    for (const name of names) {
      const left = (after[name] - before[name]) / cycles
      if (!(left <= MAX_LEFT_PER_CYCLE))
        problems.push(`${name}: ${before[name]} before, ${after[name]} after ${cycles} cycles`)
    }
  } finally {
    await phone.close()
  }
}
