import { describe, expect, it } from 'vitest'
import { createCrashChain, crashOutcome } from '#rules/crash/crash.ts'
import { isDrandSigned } from '#fair/drand.ts'
import { createLineVerifier } from '#verify/verify-lines.ts'
import { createProofVerifier } from '#verify/verify-proofs.ts'
import { verifyFile } from '../../src/verifier/verify-file.ts'
import { verifyWithNode } from './receipt-house.ts'
import { QUICKNET_123, QUICKNET_1000 } from './quicknet-rounds.ts'

const GAMES = 5_000
const { commitment, gameHashes } = createCrashChain('7'.repeat(64), GAMES)
const hashOf = (game: number) => gameHashes[game - 1] ?? ''
const lineOf = (game: number, { salt, beacon }: typeof QUICKNET_123 = QUICKNET_1000) => ({
  game: 'crash',
  gameHash: hashOf(game),
  salt,
  beacon,
  params: {},
  crashChain: commitment,
  crashGame: game,
  outcome: crashOutcome(hashOf(game), salt) / 100,
})

async function answersTo(lines: readonly object[]) {
  const proofs = createProofVerifier(verifyWithNode)
  const verifyLine = createLineVerifier(proofs)
  const told: [number, number][] = []
  const bets = lines.map((line) => verifyLine(JSON.stringify(line)))
  return { bets, proofs: await proofs.finish((done, all) => void told.push([done, all])), told }
}

describe('the verification of a whole Crash round', () => {
  it('accepts the published values of quicknet', async () => {
    for (const { beacon } of [QUICKNET_123, QUICKNET_1000]) expect(await isDrandSigned(beacon)).toBe(true)
    const { signature } = QUICKNET_1000.beacon
    expect(await isDrandSigned({ round: 1_001, signature })).toBe(false)
    expect(await isDrandSigned({ round: 1_000, signature: 'c0'.repeat(48) })).toBe(false)
  })

  it('follows SHA-256 from the hash to the last hash of its chain, through all games between', async () => {
    const lines = [lineOf(17), lineOf(4_100, QUICKNET_123), lineOf(4_100, QUICKNET_123)]
    const { bets, proofs, told } = await answersTo(lines)
    expect(bets).toMatchObject(lines.map(({ outcome }) => ({ outcome, matches: true })))
    expect(proofs).toEqual([{ crashGames: 2, ofChain: 2, crashSalts: 2, signedSalts: 2 }])
    expect(told).toEqual([
      [2_000, 4_100],
      [4_000, 4_100],
    ])
  })

  it('names each game that is not in the chain', async () => {
    const forged = 'a'.repeat(64)
    const { proofs } = await answersTo([
      { ...lineOf(3_000), gameHash: forged },
      lineOf(2_500),
      { ...lineOf(2_000), crashGame: 1_999 },
      lineOf(9),
    ])
    expect(proofs).toEqual([
      { fault: 'crash', error: expect.stringMatching(/^the hash of game 1999 does not lead to/) as string },
      { fault: 'crash', error: expect.stringMatching(/^the hash of game 3000 does not lead to/) as string },
      { crashGames: 4, ofChain: 2, crashSalts: 1, signedSalts: 1 },
    ])
    const twice = await answersTo([lineOf(9), { ...lineOf(9), gameHash: forged }])
    expect(twice.proofs[0]).toMatchObject({
      error: expect.stringMatching(/^game 9 has two hashes/) as string,
    })
  })

  it('reports a wrong salt', async () => {
    const [line, { beacon }] = [lineOf(9), QUICKNET_1000]
    const faultOf = async (change: object) => (await answersTo([{ ...line, ...change }])).proofs[0]
    expect(await faultOf({ salt: QUICKNET_123.salt })).toMatchObject({
      error: expect.stringContaining('not the SHA-256 of the signature') as string,
    })
    expect(await faultOf({ beacon: { ...beacon, lockedAt: beacon.lockedAt - 3_000 } })).toMatchObject({
      error: expect.stringContaining('the first one after the lock is 999') as string,
    })
    const moved = { ...beacon, lockedAt: beacon.lockedAt + 3_000, round: 1_001 }
    expect(await faultOf({ beacon: moved })).toMatchObject({
      error: expect.stringContaining('drand has not signed') as string,
    })
    // A beacon without a signature claims nothing.
    const { proofs } = await answersTo([{ ...line, beacon: { ...beacon, signature: null } }])
    expect(proofs).toEqual([{ crashGames: 1, ofChain: 1, crashSalts: 0, signedSalts: 0 }])
  })

  it('refuses any other format', async () => {
    const bad = [
      { crashGame: 0 },
      { crashGame: 2 ** 20 + 1 },
      { crashChain: 'last' },
      { beacon: 'drand' },
      { beacon: { ...QUICKNET_123.beacon, signature: 'ab' } },
    ]
    const { bets } = await answersTo(bad.map((change) => ({ ...lineOf(9), ...change })))
    expect(bets).toEqual(bad.map(() => ({ error: expect.any(String) as string })))
  })

  it('has no result to compare while a round is void or running', async () => {
    const none = { salt: null, outcome: null, beacon: undefined }
    const { bets, proofs } = await answersTo([
      { ...lineOf(9), ...none },
      { ...lineOf(10), ...none, gameHash: null },
    ])
    expect(bets).toMatchObject(
      [{ error: /was void/ }, { error: /not over yet/ }].map(({ error }) => ({
        error: expect.stringMatching(error) as string,
      })),
    )
    expect(proofs).toMatchObject([{ crashGames: 1, ofChain: 1 }])
  })

  it('works on the page of verify.html, which shows the progress', async () => {
    const told: number[] = []
    const verify = (lines: readonly object[]) =>
      verifyFile(new Blob([lines.map((line) => JSON.stringify(line)).join('\n')]), {
        onBytes: () => undefined,
        onCrashSteps: (done, all) => void told.push(done / all),
      })
    const voided = { ...lineOf(10), salt: null, outcome: null, beacon: undefined }
    expect(await verify([lineOf(4_000), voided])).toEqual({
      bets: { right: 0, wrong: 0, sealed: 0, void: 0, unsigned: 2 },
      receipts: undefined,
      seals: undefined,
      crash: { games: 2, ofChain: 2, salts: 1, signed: 1 },
      findings: [],
      more: 0,
    })
    expect(told).toEqual([0.5, 1])
    const forged = await verify([{ ...lineOf(9), crashGame: 8, salt: QUICKNET_123.salt }])
    expect(forged.crash).toEqual({ games: 1, ofChain: 0, salts: 1, signed: 0 })
    expect(forged.findings.map(({ kind }) => kind)).toEqual(['result', 'crash', 'crash'])
  })
})
