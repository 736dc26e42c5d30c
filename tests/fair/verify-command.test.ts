import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { diceOutcome } from '#rules/dice/dice.ts'
import { createStream } from '#fair/stream.ts'
import { NOT_REVEALED } from '#verify/verify-bet.ts'
import { BAD_LINES } from './bad-lines.ts'
import { KNOWN_BETS } from './known-bets.ts'
import { CLIENT_SEED, createReceiptHouse, SERVER_SEED } from './receipt-house.ts'
import { createSealHouse } from './seal-house.ts'
import { runVerify } from '../support/run-verify.ts'

const BY_NPM = ['npm', 'run', '-s', 'verify', '--']

const question = ({ outcome: _, ...bet }: (typeof KNOWN_BETS)[number]) => JSON.stringify(bet)
const ERROR = { error: expect.any(String) as string }

describe('npm run -s verify', { timeout: 60_000 }, () => {
  it('answers known bets in order between bad, huge and broken lines', async () => {
    const pieces: Buffer[] = []
    const expected: unknown[] = []
    const add = (line: string | Buffer, answer: unknown) => {
      pieces.push(Buffer.from(line), Buffer.from('\n'))
      expected.push(answer)
    }
    for (const bet of KNOWN_BETS) add(question(bet), { game: bet.game, outcome: bet.outcome })
    for (const { line } of BAD_LINES) add(line, ERROR)
    add(`{"game":"${'x'.repeat(3_000_000)}"}`, ERROR)
    add(Buffer.of(0xff, 0xfe, 0x00, 0x80), ERROR)
    for (const bet of KNOWN_BETS) {
      add(`${JSON.stringify(bet)}\r`, { game: bet.game, outcome: bet.outcome, matches: true })
    }
    const { answers, stderr, exitCode } = await runVerify(Buffer.concat(pieces), [], BY_NPM)
    expect(answers).toEqual(expected)
    // Without npm's own messages, which an unusual configuration adds.
    expect(stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm warn'))).toEqual([])
    expect(exitCode).toBe(1)
  })

  it('exits with 1 when anything is wrong, and with 0 when a bet cannot be checked yet', async () => {
    const [bet] = KNOWN_BETS
    const right = { game: bet?.game, outcome: bet?.outcome, matches: true }
    const { serverSeed: _, ...sealed } = { ...bet, serverSeedHash: 'ab'.repeat(32) } as Record<
      string,
      unknown
    >
    const codeOf = async (...lines: object[]) => {
      const { answers, exitCode } = await runVerify(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      return { answers, exitCode }
    }
    expect(await codeOf({ ...bet }, sealed)).toEqual({
      answers: [right, { error: NOT_REVEALED }],
      exitCode: 0,
    })
    const swapped = { ...bet, outcome: 'another' }
    expect(await codeOf(swapped, { ...bet })).toEqual({
      answers: [{ ...right, matches: false }, right],
      exitCode: 1,
    })
    const otherSeed = { ...bet, serverSeedHash: 'ab'.repeat(32) }
    expect(await codeOf(otherSeed, { ...bet })).toEqual({ answers: [ERROR, right], exitCode: 1 })
    const crash = KNOWN_BETS.find(({ game }) => game === 'crash')
    const unpaid = { ...crash, params: { target: 121, cap: 1_000 }, steps: [], endedBy: 'crash' }
    expect(await codeOf(unpaid)).toMatchObject({ answers: [{ matches: true }], exitCode: 1 })
  })

  it('checks payments wherever the seeds are, and counts unsigned bets', async () => {
    const [bet] = KNOWN_BETS
    const right = { game: bet?.game, outcome: bet?.outcome, matches: true }
    const params = { side: 'over', target: 5_050 }
    const dice = { ...bet, params, coin: 'usdt-tron', stake: '1', multiplier: 2, payout: '2' }
    const { serverSeed, clientSeed, nonce, ...flat } = dice as Record<string, unknown>
    const nested = { ...flat, seeds: { serverSeed, clientSeed, nonce } }
    const unpaid = { ...nested, multiplier: 0, payout: '0' }
    const { answers, exitCode } = await runVerify(
      [dice, nested, unpaid].map((line) => `${JSON.stringify(line)}\n`).join(''),
    )
    expect(answers).toEqual([
      ...[right, right],
      { ...right, paymentFault: expect.any(String) as string },
      { bets: 3, unsigned: 3 },
    ])
    expect(exitCode).toBe(1)
    expect((await runVerify(`${JSON.stringify(nested)}\n`)).exitCode).toBe(0)
  })

  it('continues after a line that is nested without end, at any place', async () => {
    const house = createReceiptHouse()
    const own = house.bet(1)
    const deep = `${'['.repeat(150_000)}${']'.repeat(150_000)}`
    const lines = [
      `{"params":${deep},${JSON.stringify({ ...own, params: undefined }).slice(1)}`,
      `{"receipt":${JSON.stringify(`{"params":${deep}}`)},"kid":"k","signature":"s"}`,
      `{"seal":${JSON.stringify(`{"coins":${deep}}`)},"kid":"k","signature":"s"}`,
      `{"receiptKeys":${deep}}`,
      JSON.stringify({ receiptKeys: [house.key] }),
      question(KNOWN_BETS[0] ?? { game: 'dice', outcome: 0 }),
    ]
    const { answers, stderr, exitCode } = await runVerify(`${lines.join('\n')}\n`)
    expect(stderr).not.toContain('stack')
    expect(answers).toContainEqual({ game: 'dice', outcome: 59.67 })
    expect(answers).toContainEqual(expect.objectContaining({ fault: 'unreadable' }))
    expect(exitCode).toBe(1)
  })

  it('prints nothing for empty input, and answers a last line without a line break', async () => {
    const [empty, one] = [
      await runVerify(''),
      await runVerify(question(KNOWN_BETS[0] ?? { game: 'dice', outcome: 0 })),
    ]
    expect([empty.answers, empty.exitCode]).toEqual([[], 0])
    expect([one.answers, one.exitCode]).toEqual([[{ game: 'dice', outcome: 59.67 }], 0])
  })

  it("checks seals and proofs in the server's format", async () => {
    const house = createReceiptHouse()
    const own = [house.bet(1), house.bet(2)].map(({ receipts: [receipt] }) => receipt)
    const texts = ['{}', ...own.map(({ receipt }) => receipt), '[]']
    const seal = createSealHouse(house.signText).seal('2026-11-25', texts, {
      'p-1': [5n, 7n],
      other: [9n, 0n],
    })
    const answer = (sealedReceipts: object) => ({
      data: { receipts: own, seals: [seal.signed], sealedReceipts: [sealedReceipts], waiting: [] },
    })
    const lines = (sealedReceipts: object) =>
      [{ receiptKeys: [house.key] }, answer(sealedReceipts), { sealedBalances: [seal.sealedBalance('p-1')] }]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join('')
    const right = await runVerify(lines(seal.sealedReceipts(1, 2)))
    expect(right.answers).toEqual([
      { receipts: 2, verified: 2, chain: 'whole', fromFirst: true },
      {
        seals: 1,
        verified: 1,
        chain: 'whole',
        missingDays: 0,
        sealedReceipts: 2,
        unsealedReceipts: 0,
        sealedBalances: 1,
        sealedRounds: 0,
      },
    ])
    expect(right.exitCode).toBe(0)
    const forged = await runVerify(lines(seal.sealedReceipts(0, 2)))
    expect(forged.answers.slice(1)).toMatchObject([{ sealedReceipts: 1, unsealedReceipts: 1 }])
    const moved = await runVerify(lines({ ...seal.sealedReceipts(1, 2), first: 2 }))
    expect(moved.answers.slice(1)).toMatchObject([{ fault: 'seal' }, { sealedReceipts: 0 }])
    expect(moved.exitCode).toBe(1)
  })

  it('checks receipts and their chain with the keys of a file', async () => {
    const house = createReceiptHouse()
    const outcomeOf = (nonce: number) =>
      diceOutcome(createStream({ serverSeed: SERVER_SEED, clientSeed: CLIENT_SEED, nonce })) / 100
    const bet = (nonce: number) => house.bet(outcomeOf(nonce))
    const [first, second, third] = [bet(0), bet(1), bet(2)]
    const folder = await mkdtemp(join(tmpdir(), 'koi-verify-'))
    try {
      const keys = join(folder, 'config.json')
      await writeFile(keys, JSON.stringify({ data: { mode: 'live', receiptKeys: [house.key] } }))
      const lastAnswers = async (bets: readonly unknown[]) => {
        const text = `[\n${bets.map((bet) => JSON.stringify(bet)).join(',\n')}\n]\n`
        const { answers, exitCode } = await runVerify(text, ['--keys', keys])
        const lines = answers.slice(bets.length)
        expect(exitCode).toBe(lines.some((line) => Object.hasOwn(line as object, 'fault')) ? 1 : 0)
        return lines
      }
      expect(await lastAnswers([third, second, first])).toEqual([
        { receipts: 3, verified: 3, chain: 'whole', fromFirst: true },
      ])
      expect(await lastAnswers([third, first])).toMatchObject([{ verified: 2, chain: 'gaps' }])
      const [signed] = second.receipts
      const forged = {
        ...second,
        receipts: [{ ...signed, receipt: signed.receipt.replace('"payout":"', '"payout":"9') }],
      }
      expect(await lastAnswers([third, forged, first])).toMatchObject([
        { fault: 'signature' },
        { receipts: 3, verified: 2, chain: 'gaps' },
      ])
      const swapped = [
        { ...second, receipts: third.receipts },
        { ...third, receipts: second.receipts },
      ]
      expect(await lastAnswers([first, ...swapped])).toMatchObject([
        { fault: 'bet' },
        { fault: 'bet' },
        { receipts: 3, verified: 1, chain: 'whole' },
      ])
      const missing = await runVerify('', ['--keys', join(folder, 'missing.json')])
      expect([missing.exitCode, missing.stderr]).toEqual([
        1,
        expect.stringContaining('The keys cannot be read'),
      ])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('checks thousands of lines a second', async () => {
    const count = 20_000
    const known = KNOWN_BETS.map(question)
    const input = Array.from({ length: count }, (_, index) => `${known[index % known.length]}\n`).join('')
    const startedAt = performance.now()
    const { answers } = await runVerify(input)
    const seconds = (performance.now() - startedAt) / 1_000
    console.log(`verify: ${Math.round(count / seconds)} lines a second, start-up included`)
    expect(answers).toHaveLength(count)
    expect(count / seconds).toBeGreaterThan(1_000)
  })
})
