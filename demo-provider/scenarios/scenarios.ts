import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import type { Purse } from '../cashier.ts'
import { signatureOf } from '../signatures.ts'
import type { Transaction } from '../transactions.ts'
import { bodyOf } from '../wallet.ts'
import { newCall, type Caller, type Heard } from './caller.ts'

const GAME = 'lotus-wheel'
/** One of the currency. */
const ONE = 100_000

/** Everything that a scenario may use. `owes` adds to the sum that the player must have at the end. */
export interface Stage {
  readonly purse: Purse
  readonly caller: Caller
  owes(change: number): void
  expect(heard: Heard, status: string, why: string): void
  same(one: Heard, other: Heard): void
}

export interface Scenario {
  readonly name: string
  play(stage: Stage): Promise<void>
}

const OK = 'RS_OK'
const DUPLICATE = 'RS_ERROR_DUPLICATE_TRANSACTION'

const bet = (purse: Purse, more: Partial<Transaction> = {}) =>
  newCall(purse, 'bet', { game: GAME, amount: ONE, ...more })
const winOf = (of: Transaction, more: Partial<Transaction> = {}) =>
  newCall(of, 'win', { game: of.game, round: of.round, reference: of.id, amount: 2 * ONE, ...more })
const backOf = (of: Transaction, more: Partial<Transaction> = {}) =>
  newCall(of, 'rollback', { game: of.game, round: of.round, reference: of.id, ...more })

/** A bet that is taken. */
async function staked({ purse, caller, owes, expect }: Stage, more: Partial<Transaction> = {}) {
  const placed = bet(purse, more)
  expect(await caller.ask(placed), OK, 'the bet')
  owes(-placed.amount)
  return placed
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'a round that is lost',
    async play(stage) {
      const placed = await staked(stage)
      stage.expect(await stage.caller.ask(winOf(placed, { amount: 0, closes: true })), OK, 'the end')
    },
  },
  {
    name: 'a round that is won',
    async play(stage) {
      const placed = await staked(stage)
      stage.expect(await stage.caller.ask(winOf(placed, { closes: true })), OK, 'the win')
      stage.owes(2 * ONE)
    },
  },
  {
    name: 'a bet twice',
    async play(stage) {
      const placed = bet(stage.purse)
      stage.same(await stage.caller.ask(placed), await stage.caller.ask(placed))
      stage.owes(-ONE)
    },
  },
  {
    name: 'a win twice',
    async play(stage) {
      const win = winOf(await staked(stage))
      stage.same(await stage.caller.ask(win), await stage.caller.ask(win))
      stage.owes(2 * ONE)
    },
  },
  {
    name: 'a bet again with another amount',
    async play(stage) {
      const placed = await staked(stage)
      stage.expect(await stage.caller.ask({ ...placed, amount: 2 * ONE }), DUPLICATE, 'the altered bet')
    },
  },
  {
    name: 'a bet again in another round',
    async play(stage) {
      const placed = await staked(stage)
      stage.expect(await stage.caller.ask({ ...placed, round: randomUUID() }), DUPLICATE, 'the altered bet')
    },
  },
  {
    name: 'a win again with another reference',
    async play(stage) {
      const [one, other] = [await staked(stage), await staked(stage)]
      const win = winOf(one)
      stage.expect(await stage.caller.ask(win), OK, 'the win')
      stage.owes(2 * ONE)
      stage.expect(await stage.caller.ask({ ...win, reference: other.id }), DUPLICATE, 'the altered win')
    },
  },
  {
    name: 'a bet whose answer is lost, and the same again',
    async play(stage) {
      const placed = bet(stage.purse)
      await stage.caller.ask(placed)
      stage.expect(await stage.caller.ask(placed), OK, 'the repeated bet')
      stage.owes(-ONE)
    },
  },
  {
    name: 'a roll-back of a bet',
    async play(stage) {
      const placed = await staked(stage)
      stage.expect(await stage.caller.ask(backOf(placed)), OK, 'the roll-back')
      stage.owes(ONE)
    },
  },
  {
    name: 'a roll-back twice',
    async play(stage) {
      const back = backOf(await staked(stage))
      stage.same(await stage.caller.ask(back), await stage.caller.ask(back))
      stage.owes(ONE)
    },
  },
  {
    name: 'two roll-backs of one bet',
    async play(stage) {
      const placed = await staked(stage)
      stage.expect(await stage.caller.ask(backOf(placed)), OK, 'the first')
      stage.expect(await stage.caller.ask(backOf(placed)), OK, 'the second')
      stage.owes(ONE)
    },
  },
  {
    name: 'a roll-back before its bet',
    async play({ purse, caller, expect }) {
      const late = bet(purse)
      expect(await caller.ask(backOf(late)), 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST', 'the roll-back')
      const heard = await caller.ask(late)
      expect(heard, heard.status === OK ? 'a refusal' : heard.status, 'the late bet')
    },
  },
  {
    name: 'a win of a bet that was rolled back',
    async play(stage) {
      const placed = await staked(stage)
      stage.expect(await stage.caller.ask(backOf(placed)), OK, 'the roll-back')
      stage.owes(ONE)
      const heard = await stage.caller.ask(winOf(placed))
      stage.expect(heard, heard.status === OK ? 'a refusal' : heard.status, 'the win')
    },
  },
  {
    name: 'a roll-back of a win',
    async play(stage) {
      const win = winOf(await staked(stage))
      stage.expect(await stage.caller.ask(win), OK, 'the win')
      stage.expect(await stage.caller.ask(backOf(win)), OK, 'the roll-back')
    },
  },
  {
    name: 'a win without a bet',
    async play({ purse, caller, expect }) {
      const win = winOf(bet(purse))
      expect(await caller.ask(win), 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST', 'the win')
    },
  },
  {
    name: 'a win with a token that is over',
    async play(stage) {
      const placed = await staked(stage)
      stage.expect(await stage.caller.ask(winOf({ ...placed, token: 'an old token' })), OK, 'the win')
      stage.owes(2 * ONE)
    },
  },
  {
    name: 'a bet with a token that is over',
    async play({ purse, caller, expect }) {
      const heard = await caller.ask(bet({ ...purse, token: 'an old token' }))
      expect(heard, 'RS_ERROR_INVALID_TOKEN', 'the bet')
    },
  },
  {
    name: 'three bets and two wins in one round',
    async play(stage) {
      const round = randomUUID()
      const [one, other] = [await staked(stage, { round }), await staked(stage, { round })]
      await staked(stage, { round })
      stage.expect(await stage.caller.ask(winOf(one, { amount: ONE })), OK, 'the first win')
      stage.expect(await stage.caller.ask(winOf(other, { amount: 3 * ONE, closes: true })), OK, 'the second')
      stage.owes(4 * ONE)
    },
  },
  {
    name: 'a round that its bet ends',
    async play(stage) {
      await staked(stage, { closes: true })
    },
  },
  {
    name: 'a free round',
    async play(stage) {
      const { caller, purse, expect, owes } = stage
      const free = bet(purse, { amount: 0 })
      expect(await caller.ask(free, { is_free: true, reward_uuid: randomUUID() }), OK, 'the free bet')
      expect(await caller.ask(winOf(free, { closes: true }), { is_free: true }), OK, 'the win')
      owes(2 * ONE)
    },
  },
  {
    name: 'a bet of more than there is',
    async play({ purse, caller, expect }) {
      const { balance } = await caller.balance(purse)
      const heard = await caller.ask(bet(purse, { amount: (balance ?? 0) + 1 }))
      expect(heard, 'RS_ERROR_NOT_ENOUGH_MONEY', 'the bet')
      expect({ ...heard, status: `${heard.balance}` }, `${balance}`, 'the balance of the refusal')
    },
  },
  {
    name: 'another currency',
    async play({ purse, caller, expect }) {
      const heard = await caller.ask(bet(purse, { currency: 'EUR' }))
      expect(heard, 'RS_ERROR_WRONG_CURRENCY', 'the bet')
    },
  },
  {
    name: 'a signature of another key',
    async play({ purse, caller, expect }) {
      const { privateKey } = generateKeyPairSync('rsa', {
        modulusLength: 2048,
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      })
      const body = Buffer.from(JSON.stringify(bodyOf(bet(purse))))
      const forged = signatureOf(body, createPrivateKey(privateKey))
      expect(await caller.send('/transaction/bet', body, forged), 'RS_ERROR_INVALID_SIGNATURE', 'the bet')
    },
  },
  {
    name: 'a body in another order than it was signed in',
    async play({ purse, caller, expect }) {
      const said = Object.entries(bodyOf(bet(purse)))
      const bytes = (entries: typeof said) => Buffer.from(JSON.stringify(Object.fromEntries(entries)))
      // Sending with the signature of one order and the body of another.
      const other = bytes(said.toReversed())
      const forged = await caller.send('/transaction/bet', other, caller.signature(bytes(said)))
      expect(forged, 'RS_ERROR_INVALID_SIGNATURE', 'the bet')
    },
  },
  {
    name: 'five hundred roll-backs of one bet',
    async play(stage) {
      const back = backOf(await staked(stage))
      for (let nth = 0; nth < 500; nth += 1) {
        stage.expect(await stage.caller.ask(back), OK, `roll-back ${nth + 1}`)
      }
      stage.owes(ONE)
    },
  },
]
