import { describe, expect, it } from 'vitest'
import { createLineVerifier } from '#verify/verify-lines.ts'
import { createProofVerifier } from '#verify/verify-proofs.ts'
import type { SealedBalance, SealedReceipts } from '#fair/seal-proofs.ts'
import { dayAfter, parseSeal, followSeals } from '#fair/seal.ts'
import { createReceiptHouse, verifyWithNode } from './receipt-house.ts'
import { createCrashChain, crashOutcome } from '#rules/crash/crash.ts'
import { hashLeaf, joinHashes, rootOf } from '#fair/merkle.ts'
import { sealedRoundText, type SealedRound } from '#rules/crash/seal-crash.ts'
import { createSealHouse } from './seal-house.ts'

const DAY = '2026-11-25'

async function verify(lines: readonly unknown[]): Promise<unknown[]> {
  const proofs = createProofVerifier(verifyWithNode)
  const verifyLine = createLineVerifier(proofs)
  const answers = lines.flatMap((line) => verifyLine(JSON.stringify(line)) ?? [])
  await proofs.check()
  return [...answers, ...(await proofs.finish())]
}

/** Three bets of a player, sealed among those of others, and the player's balances. */
function sealed() {
  const house = createReceiptHouse()
  const own = [house.bet(1), house.bet(2), house.bet(3)].map(({ receipts: [receipt] }) => receipt)
  const stranger = createReceiptHouse('k2', 'p-2')
  const others = Array.from({ length: 8 }, (_, index) => stranger.bet(index).receipts[0].receipt)
  const texts = [...others.slice(0, 5), ...own.map(({ receipt }) => receipt), ...others.slice(5)]
  const seals = createSealHouse(house.signText)
  const first = seals.seal(DAY, texts, { 'p-2': [30n, 40n], 'p-1': [1_000n, 500n], 'p-3': [7n, 0n] })
  const keys = { receiptKeys: [house.key] }
  return {
    house,
    own,
    seals,
    first,
    keys,
    receipts: first.sealedReceipts(5, 3),
    balance: first.sealedBalance('p-1'),
  }
}

describe('the verifier of seals and proofs', () => {
  it('accepts unchanged ones in any order', async () => {
    const { own, first, keys, receipts, balance } = sealed()
    const summary = {
      seals: 1,
      verified: 1,
      chain: 'whole',
      missingDays: 0,
      sealedReceipts: 3,
      unsealedReceipts: 0,
      sealedBalances: 1,
      sealedRounds: 0,
    }
    const lines = [keys, ...own, { ...first.signed, sealedReceipts: [receipts], sealedBalances: [balance] }]
    expect((await verify(lines)).at(-1)).toEqual(summary)
    expect((await verify([...lines].reverse())).at(-1)).toEqual(summary)
    const answer = { data: { receipts: own, seals: [first.signed], sealedReceipts: [receipts], waiting: [] } }
    expect(await verify([keys, answer])).toEqual([
      { receipts: 3, verified: 3, chain: 'whole', fromFirst: true },
      { ...summary, sealedBalances: 0 },
    ])
  })

  describe('with the Crash rounds of a day', () => {
    const chain = createCrashChain('f'.repeat(64), 6)
    const roundOf = (game: number) => {
      const gameHash = chain.gameHashes[game - 1] ?? ''
      const salt = `salt of ${game}`
      const point = crashOutcome(gameHash, salt) / 100
      return { id: String(game + 8), game, gameHash, salt, point, status: 'settled' as const }
    }
    const isVoid = { status: 'void', salt: null, point: null } as const
    const rounds: SealedRound[] = [roundOf(1), { ...roundOf(2), ...isVoid }, roundOf(3), roundOf(4)]
    const answersTo = (sealedOnes: readonly SealedRound[], told: readonly SealedRound[]) => {
      const house = createReceiptHouse()
      const leaves = sealedOnes.map((round) => hashLeaf(Buffer.from(sealedRoundText(round))))
      const root = Buffer.from(rootOf(leaves, joinHashes()) ?? []).toString('hex')
      const { signed } = createSealHouse(house.signText).seal(
        DAY,
        [],
        { 'p-1': [1n, 2n] },
        {
          crash: { rounds: leaves.length, root },
        },
      )
      const named = told.map((round) => ({ ...round, chain: chain.commitment, bets: 3 })).toReversed()
      const pages = [named.slice(0, 2), named.slice(2)].map((page) => ({ data: { day: DAY, rounds: page } }))
      return verify([{ receiptKeys: [house.key] }, ...pages, signed])
    }

    it('accepts a complete and unchanged list', async () => {
      expect(await answersTo(rounds, rounds)).toEqual([
        { crashGames: 4, ofChain: 4, crashSalts: 0, signedSalts: 0 },
        expect.objectContaining({ seals: 1, verified: 1, sealedRounds: 4 }),
      ])
    })

    it.each([
      ['one is left out', rounds.slice(1)],
      ['one is told of twice', [...rounds, { ...roundOf(4), salt: 'another' }]],
      ['one has another point', [...rounds.slice(0, 3), { ...roundOf(4), point: 99 }]],
      ['one was void, they say', [...rounds.slice(0, 3), { ...roundOf(4), ...isVoid }]],
      ['one comes after the seal', [...rounds, roundOf(5)]],
    ])('refuses them when %s', async (_, told) => {
      const answers = await answersTo(rounds, told)
      expect(answers).toContainEqual(expect.objectContaining({ fault: 'seal' }))
      expect(answers.at(-1)).toMatchObject({ sealedRounds: 0 })
    })

    it.each([
      ['a point that hash and salt do not make', [...rounds.slice(0, 3), { ...roundOf(4), point: 99 }]],
      ['no round where there must have been one', [rounds[0], rounds[2], rounds[3]]],
    ])('refuses them when the house has sealed %s', async (_, wrong) => {
      const both = wrong.flatMap((round) => round ?? [])
      expect(await answersTo(both, both)).toContainEqual(expect.objectContaining({ fault: 'seal' }))
    })

    it.each([
      ['follow each other', [roundOf(1), roundOf(2)], [roundOf(3)], true],
      ['begin a chain anew', [roundOf(4)], [{ ...roundOf(1), id: '13' }], true],
      ['leave out the last one of the day', [roundOf(1)], [roundOf(3)], false],
    ])('refuses two days that %s', async (_, first, second, isRight) => {
      const house = createReceiptHouse()
      const days = createSealHouse(house.signText)
      const lines = [first, second].flatMap((told, index) => {
        const leaves = told.map((round) => hashLeaf(Buffer.from(sealedRoundText(round))))
        const root = Buffer.from(rootOf(leaves, joinHashes()) ?? []).toString('hex')
        const date = index === 0 ? DAY : dayAfter(DAY)
        const { signed } = days.seal(date, [], { 'p-1': [1n, 2n] }, { crash: { rounds: told.length, root } })
        const rounds = told.map((round) => ({ ...round, chain: chain.commitment, bets: 3 }))
        return [{ data: { day: date, rounds } }, signed]
      })
      const answers = await verify([{ receiptKeys: [house.key] }, ...lines])
      const faults = answers.filter((answer) => 'fault' in (answer as object))
      const detail = `the seal of ${dayAfter(DAY)} has no game of Crash between 1 and 3`
      expect(faults).toEqual(isRight ? [] : [{ fault: 'seal', error: detail }])
    })

    it('refuses a hash that belongs to no published chain', async () => {
      const forged = [{ ...roundOf(1), gameHash: 'b'.repeat(64) }]
      const point = crashOutcome('b'.repeat(64), forged[0]?.salt ?? '') / 100
      const told = forged.map((round) => ({ ...round, point }))
      expect(await answersTo(told, told)).toContainEqual(expect.objectContaining({ fault: 'crash' }))
    })
  })

  it('reports receipts without a proof', async () => {
    const { own, first, keys } = sealed()
    const lines = [keys, ...own, { ...first.signed, sealedReceipts: [first.sealedReceipts(5, 2)] }]
    expect((await verify(lines)).at(-1)).toMatchObject({ sealedReceipts: 2, unsealedReceipts: 1 })
  })

  const forgeries: readonly [string, (proof: SealedReceipts) => SealedReceipts][] = [
    ['another receipt', (proof) => ({ ...proof, receipts: ['a'.repeat(64), ...proof.receipts.slice(1)] })],
    ['another place', (proof) => ({ ...proof, first: proof.first + 1 })],
    ['a receipt fewer', (proof) => ({ ...proof, receipts: proof.receipts.slice(1) })],
    ['a receipt twice', (proof) => ({ ...proof, receipts: [...proof.receipts, proof.receipts[2] ?? ''] })],
    ['parts in another order', (proof) => ({ ...proof, path: [...proof.path].reverse() })],
    ['a part more', (proof) => ({ ...proof, path: [...proof.path, 'b'.repeat(64)] })],
    ['no path', (proof) => ({ ...proof, path: [] })],
  ]
  it.each(forgeries)('finds %s in a proof of receipts', async (_, forge) => {
    const { first, keys, receipts } = sealed()
    const answers = await verify([keys, { ...first.signed, sealedReceipts: [forge(receipts)] }])
    expect(answers).toMatchObject([{ fault: 'seal' }, { sealedReceipts: 0 }])
  })

  const piece = (proof: SealedBalance, changes: object, index = 0): SealedBalance => ({
    ...proof,
    pieces: proof.pieces.map((each, at) => (at === index ? { ...each, ...changes } : each)),
  })
  const debts: readonly [string, (proof: SealedBalance) => SealedBalance, string][] = [
    ['another amount', (proof) => piece(proof, { amount: '999' }), 'seal'],
    ['another player', (proof) => ({ ...proof, player: 'p-3' }), 'seal'],
    ['another coin', (proof) => ({ ...proof, coin: 'trx-tron' }), 'seal'],
    ['another salt', (proof) => piece(proof, { salt: '0'.repeat(32) }), 'seal'],
    ['another day', (proof) => ({ ...proof, day: '2026-11-24' }), 'seal'],
    ['a piece twice', (proof) => ({ ...proof, pieces: [...proof.pieces, ...proof.pieces] }), 'seal'],
    ['no piece', (proof) => ({ ...proof, pieces: [] }), 'seal'],
    [
      'a sum beside it that is smaller',
      (proof) =>
        piece(proof, {
          path: (proof.pieces[0]?.path ?? []).map((node, at) => (at === 0 ? { ...node, sum: '0' } : node)),
        }),
      'seal',
    ],
  ]
  it.each(debts)('finds %s in a proof of a balance', async (_, forge, fault) => {
    const { first, keys, balance } = sealed()
    const answers = await verify([keys, { ...first.signed, sealedBalances: [forge(balance)] }])
    expect(answers).toMatchObject([{ fault }, { sealedBalances: 0 }])
  })

  it('refuses a sum below zero or of another form before it adds anything up', async () => {
    const { first, keys, balance } = sealed()
    for (const sum of ['-40', '1e3', '040', '', 40, String(2n ** 127n)]) {
      const path = (balance.pieces[0]?.path ?? []).map((node, at) => (at === 0 ? { ...node, sum } : node))
      const forged = { ...balance, pieces: [{ ...balance.pieces[0], path }] }
      const [answer] = await verify([keys, { ...first.signed, sealedBalances: [forged] }])
      expect([sum, answer]).toEqual([sum, { error: expect.stringContaining('sum') as string }])
    }
  })

  it('finds a seal that is unsigned, changed or contradictory', async () => {
    const { first, seals, keys } = sealed()
    const changed = { ...first.signed, seal: first.signed.seal.replace('"count":11', '"count":12') }
    expect(await verify([keys, changed])).toMatchObject([{ fault: 'signature' }, { verified: 0 }])
    const stranger = createReceiptHouse('k9')
    const foreign = createSealHouse(stranger.signText).seal(DAY, [], {}).signed
    expect(await verify([keys, foreign])).toMatchObject([{ fault: 'key_unknown' }, { verified: 0 }])
    const spaced = { ...first.signed, seal: first.signed.seal.replace('{', '{ ') }
    expect(await verify([keys, spaced])).toMatchObject([{ fault: 'unreadable' }, { verified: 0 }])
    const owed = (total: string, ledger: object) => ({
      coins: [{ coin: 'usdt-tron', decimals: 6, leaves: 0, root: '0'.repeat(64), total, ledger }],
    })
    for (const [total, ledger] of [
      ['5', { available: '6', house: '-6' }],
      ['6', { available: '6', house: '-5' }],
    ] as const) {
      const lying = seals.seal('2026-11-26', [], {}, owed(total, ledger)).signed
      expect(await verify([keys, lying])).toMatchObject([{ fault: 'seal' }, { verified: 0 }])
    }
  })

  it('finds days that do not follow each other, and counts missing days', async () => {
    const { first, seals, keys } = sealed()
    const [second, third, fourth] = ['2026-11-26', '2026-11-27', '2026-11-28'].map((day) =>
      seals.seal(day, [], {}),
    )
    const all = [first, second, third, fourth].map((each) => each?.signed)
    expect((await verify([keys, ...all])).at(-1)).toMatchObject({ seals: 4, chain: 'whole', missingDays: 0 })
    expect((await verify([keys, all[0], all[3]])).at(-1)).toMatchObject({ chain: 'whole', missingDays: 2 })
    const rewritten = seals.seal('2026-11-26', ['{}'], {}).signed
    expect(await verify([keys, all[0], all[1], rewritten])).toMatchObject([
      { fault: 'seal', error: 'there are two seals of 2026-11-26' },
      { chain: 'broken' },
    ])
    expect(await verify([keys, all[0], rewritten])).toMatchObject([{ fault: 'seal' }, { chain: 'broken' }])
    const anew = seals.seal('2026-11-30', [], {}, { prev: '0'.repeat(64) }).signed
    expect(await verify([keys, all[0], anew])).toMatchObject([{ fault: 'seal' }, { chain: 'broken' }])
    expect(followSeals([parseSeal(anew.seal)])).toEqual([])
  })

  it('finds a receipt in the seal of another day, and a proof without its seal', async () => {
    const { own, seals, keys, receipts } = sealed()
    const later = seals.seal(
      '2026-11-28',
      own.map(({ receipt }) => receipt),
      {},
    )
    const lines = [keys, ...own, { ...later.signed, sealedReceipts: [later.sealedReceipts(0, 3)] }]
    expect((await verify(lines)).slice(1)).toMatchObject([{ fault: 'seal' }, { sealedReceipts: 0 }])
    expect(await verify([keys, { sealedReceipts: [receipts] }])).toMatchObject([
      { fault: 'seal', error: `the seal of ${DAY} is missing or wrong` },
      { seals: 0 },
    ])
  })

  it("finds another player's balance beside one’s own receipts", async () => {
    const { own, first, keys } = sealed()
    const lines = [keys, ...own, { ...first.signed, sealedBalances: [first.sealedBalance('p-2')] }]
    expect((await verify(lines)).slice(1)).toMatchObject([{ fault: 'seal' }, { sealedBalances: 0 }])
  })
})
