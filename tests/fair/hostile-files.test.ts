// Files from an attacker: a bad line must not stop or slow down the check of the others.
import { expect, it } from 'vitest'
import { createInputVerifier, type InputAnswer } from '#verify/verify-input.ts'
import type { ReceiptKey } from '#fair/receipt.ts'
import { createCrashVerifier } from '#rules/crash/verify-crash.ts'
import { KNOWN_BETS } from './known-bets.ts'
import { createReceiptHouse, verifyWithNode } from './receipt-house.ts'

const [known] = KNOWN_BETS
const KNOWN_LINE = JSON.stringify(known)
const KNOWN_ANSWER = { game: known?.game, outcome: known?.outcome, matches: true }

/** Lines of the file with all data held about a player. */
const NO_BALANCE = [
  '  "balances": [',
  '    {',
  '      "coin": "usdt-tron",',
  '      "kind": "available",',
  '      "balance": "0"',
  '    }',
  '  ],',
]

async function answersTo(text: string, keys?: readonly ReceiptKey[]): Promise<InputAnswer[]> {
  const verifier = createInputVerifier(verifyWithNode, keys)
  return [...(await verifier.push(text)), ...(await verifier.end())]
}
const faultsIn = (answers: readonly InputAnswer[]) =>
  answers.flatMap((answer) => ('fault' in answer ? [answer.fault] : []))

it('an infinite number does not stop the check, wherever it stands', async () => {
  const house = createReceiptHouse()
  const own = JSON.stringify(house.bet(60))
  const lines = [
    '{"receipt":"{\\"a\\":1e999}","kid":"k","signature":"s"}',
    '{"seal":"{\\"a\\":1e999}","kid":"k","signature":"s"}',
    own.replace('"outcome":60', '"outcome":1e999'),
    own.replace('"target":5050', '"target":1e999'),
    KNOWN_LINE,
  ]
  const answers = await answersTo(lines.join('\n'), [house.key])
  expect(answers).toContainEqual(KNOWN_ANSWER)
  expect(faultsIn(answers)).toContain('unreadable')
  // The first line declares the file as a player's own data.
  const account = [
    '{',
    '  "receipts": [',
    `    ${lines[0]},`,
    `    ${JSON.stringify(house.bet(1).receipts[0])}`,
    '  ]',
    '}',
  ]
  expect(await answersTo(account.join('\n'), [house.key])).toContainEqual(
    expect.objectContaining({ verified: 1 }),
  )
})

it('an amount with very many zeros takes no time', async () => {
  const house = createReceiptHouse()
  const bet = { ...house.bet(60), stake: `1.${'0'.repeat(400_000)}1` }
  const startedAt = performance.now()
  expect(faultsIn(await answersTo(JSON.stringify(bet), [house.key]))).toContain('bet')
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

it('an overlong signed amount is reported, and everything else is checked', async () => {
  const house = createReceiptHouse()
  const lines = [
    '{',
    '  "exportedAt": "2026-11-26T00:00:00.000Z",',
    ...NO_BALANCE,
    '  "receipts": [',
    `    ${JSON.stringify(house.bet(1, { stake: `0.${'1'.repeat(31)}` }).receipts[0])}`,
    '  ]',
    '}',
  ]
  const answers = await answersTo(lines.join('\n'), [house.key])
  expect(faultsIn(answers)).toContain('unreadable')
  expect(answers).toContainEqual({ balances: 1, addUp: 1 })
})

it('more Crash rounds than a function takes arguments are checked', async () => {
  const crash = createCrashVerifier()
  const chain = 'ab'.repeat(32)
  // Stops at the walk through the games, which is slow: the count before it used to fail.
  for (let game = 1; game <= 200_000; game += 1) crash.addGame({ chain, game, gameHash: chain })
  const stopped = new Error('It has begun')
  await expect(
    crash.finish(() => {
      throw stopped
    }),
  ).rejects.toBe(stopped)
})

it.each([
  ['long before what moved last', '  "exportedAt": "2020-01-01T00:00:00.000Z",', ['balance']],
  ['at no time', '  "mode": "practice",', ['balance']],
  ['a day later', '  "exportedAt": "2026-11-26T00:00:00.000Z",', ['balance', 'balance']],
])('a file that was made %s hides no movement', async (_, exportedAt, faults) => {
  const movement = (amount: string, kind: string) =>
    JSON.stringify({ coin: 'usdt-tron', balance: 'available', amount, kind, at: '2026-11-25T00:00:00.000Z' })
  const lines = [
    '{',
    exportedAt,
    ...NO_BALANCE,
    '  "movements": [',
    `    ${movement('100000', 'deposit')},`,
    `    ${movement('-40000', 'stake')}`,
    '  ]',
    '}',
  ]
  expect(faultsIn(await answersTo(lines.join('\n')))).toEqual(faults)
})
