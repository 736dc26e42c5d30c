import { randomInt } from 'node:crypto'
import type { Purse } from '../cashier.ts'
import type { Transaction } from '../transactions.ts'
import { newCall, type Caller } from './caller.ts'

const GAME = 'lotus-wheel'
const ROUNDS = 12
const REPEATED_PERCENT = 25
const LOST_PERCENT = 10
const ROLLED_BACK_PERCENT = 10
const SMALLEST = 10_000
const MOST_TRIES = 200

export interface Played {
  readonly calls: number
  /** The sum that the provider holds to have moved, by player. */
  readonly owed: ReadonlyMap<string, number>
  readonly faults: readonly string[]
  readonly milliseconds: readonly number[]
}

const happens = (percent: number) => randomInt(100) < percent

/** All play at once: a quarter of the calls comes again, and some answers are lost and asked for again. */
export async function playCrowd(caller: Caller, purses: readonly Purse[]): Promise<Played> {
  const owed = new Map<string, number>()
  const faults: string[] = []
  const milliseconds: number[] = []
  let calls = 0

  const ask = async (transaction: Transaction) => {
    const begun = performance.now()
    calls += 1
    const heard = await caller.ask(transaction)
    milliseconds.push(performance.now() - begun)
    return heard
  }
  /** Until an answer is there; one that is lost has been performed. */
  const insist = async (transaction: Transaction): Promise<boolean> => {
    for (let nth = 0; nth < MOST_TRIES; nth += 1) {
      const heard = await ask(transaction)
      const isLost = heard.status === 'RS_ERROR_UNKNOWN' || happens(LOST_PERCENT)
      if (isLost) continue
      if (happens(REPEATED_PERCENT)) {
        const again = await ask(transaction)
        if (again.status !== 'RS_ERROR_UNKNOWN' && again.text !== heard.text) {
          faults.push(
            `A repeated ${transaction.type} was answered differently: ${again.text} after ${heard.text}`,
          )
        }
      }
      if (heard.status !== 'RS_OK') faults.push(`A ${transaction.type} was answered with ${heard.status}`)
      return heard.status === 'RS_OK'
    }
    faults.push(`A ${transaction.type} was not answered`)
    return false
  }
  const add = (purse: Purse, change: number) => owed.set(purse.user, (owed.get(purse.user) ?? 0) + change)

  await Promise.all(
    purses.map(async (purse) => {
      for (let nth = 0; nth < ROUNDS; nth += 1) {
        const bet = newCall(purse, 'bet', { game: GAME, amount: randomInt(1, 20) * SMALLEST })
        if (!(await insist(bet))) continue
        add(purse, -bet.amount)
        const of = { game: GAME, round: bet.round, reference: bet.id, closes: true }
        if (happens(ROLLED_BACK_PERCENT)) {
          if (await insist(newCall(purse, 'rollback', of))) add(purse, bet.amount)
          continue
        }
        const win = newCall(purse, 'win', { ...of, amount: happens(40) ? bet.amount * 2 : 0 })
        if (await insist(win)) add(purse, win.amount)
      }
    }),
  )
  return { calls, owed, faults, milliseconds }
}
