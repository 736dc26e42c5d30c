import type { Purse } from '../cashier.ts'
import { openKeys } from '../keys.ts'
import { createCaller, type Caller, type Heard } from './caller.ts'
import { playCrowd } from './crowd.ts'
import { createPlayers } from './players.ts'
import { SCENARIOS } from './scenarios.ts'

interface Run {
  /** The operator's address. */
  readonly koi: string
  readonly folder: string
  /** Number of those who play at once. */
  readonly players: number
}

const OPENED_AT_ONCE = 4

/** @returns false if something was not as it must be */
export async function runScenarios({ koi, folder, players }: Run, print: (line: string) => void) {
  const { own } = openKeys(folder)
  const caller = createCaller(koi.replace(/\/+$/, ''), own)
  const opener = createPlayers(koi.replace(/\/+$/, ''), folder)
  const faults: string[] = []

  const soloist = await opener.open('lotus-wheel')
  const before = await heldBy(caller, soloist)
  let owed = 0
  for (const { name, play } of SCENARIOS) {
    const failed: string[] = []
    const expect = (heard: Heard, status: string, why: string) => {
      if (heard.status !== status) failed.push(`${why}: ${status} was expected, and ${heard.text} came`)
    }
    await play({
      purse: soloist,
      caller,
      owes: (change) => (owed += change),
      expect,
      same(one, other) {
        expect(one, 'RS_OK', 'the first')
        if (one.text !== other.text) failed.push(`${other.text} came after ${one.text}`)
      },
    })
    print(`${failed.length === 0 ? 'passed' : 'FAILED'}  ${name}`)
    for (const line of failed) print(`        ${line}`)
    faults.push(...failed)
  }
  faults.push(...compare(soloist, (await heldBy(caller, soloist)) - before, owed))

  print(`Opening the game for ${players} players …`)
  const purses = await openAll(() => opener.open('lotus-wheel'), players)
  const had = await Promise.all(purses.map((purse) => heldBy(caller, purse)))
  const crowd = await playCrowd(caller, purses)
  faults.push(...crowd.faults)
  let [ours, theirs] = [0, 0]
  for (const [nth, purse] of purses.entries()) {
    const moved = (await heldBy(caller, purse)) - (had[nth] ?? 0)
    const meant = crowd.owed.get(purse.user) ?? 0
    ours += meant
    theirs += moved
    faults.push(...compare(purse, moved, meant))
  }
  const sorted = crowd.milliseconds.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  print(`${crowd.calls} calls of ${players} players at once, 99% of them within ${p99.toFixed(0)} ms`)
  print(`Sum of all changes: ${inWords(ours)} at the provider, ${inWords(theirs)} at the operator`)
  for (const fault of faults) print(`FAULT  ${fault}`)
  print(faults.length === 0 ? 'Both sides agree.' : `${faults.length} faults`)
  return faults.length === 0
}

const compare = ({ user }: Purse, moved: number, meant: number) =>
  moved === meant ? [] : [`${user} has ${inWords(moved)} more, and should have ${inWords(meant)}`]

const inWords = (units: number) => `${(units / 100_000).toFixed(5)} USDT`

async function heldBy(caller: Caller, purse: Purse): Promise<number> {
  const { status, balance, text } = await caller.balance(purse)
  if (status !== 'RS_OK' || balance === null) throw new Error(`The balance is not told: ${text}`)
  return balance
}

async function openAll(open: () => Promise<Purse>, count: number): Promise<Purse[]> {
  const purses: Purse[] = []
  const work = async () => {
    while (purses.length < count) {
      const place = purses.push({ user: '', token: '', currency: '' }) - 1
      purses[place] = await open()
    }
  }
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, work))
  return purses
}
