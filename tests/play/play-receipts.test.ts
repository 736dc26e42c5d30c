// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLineVerifier } from '#verify/verify-lines.ts'
import { createReceiptVerifier } from '#verify/verify-receipts.ts'
import { getBet, listBets, listPastSeeds } from '#contract/play.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import type { SettledBet } from '#features/play/play-engine.ts'
import type { PlayReceipts } from '#features/play/play-receipts.ts'
import { createPlayReceipts } from '#features/play/receipts/keep-receipts.ts'
import { proofText } from '#features/play/history-export.ts'
import type { ServerAccount } from '#features/play/server-engine/account-state.ts'
import { createDurableStorage } from '#lib/durable-storage.ts'
import { until } from './local-engines.ts'
import { createPlayServer, startServerPlay, USDT } from './play-server.ts'
import { createReceiptSigner, type ReceiptSigner } from './receipt-signer.ts'
import { verifyWithNode } from '../fair/receipt-house.ts'

let signer: ReceiptSigner
let server: ReturnType<typeof createPlayServer>
let started: ServerAccount[] = []
let devices = 0
beforeEach(() => {
  signer = createReceiptSigner()
  server = createPlayServer(signer)
  sessionStorage.clear()
})
afterEach(() => {
  for (const account of started) account.close()
  started = []
})

async function device({ keys = () => [signer.key] } = {}) {
  devices += 1
  const play = startServerPlay(server, { onReceipt: (receipt, of) => receipts.keep(receipt, of) })
  started.push(play.account)
  const sealedHash = () => play.account.seeds.get()?.serverSeedHash
  const receipts = createPlayReceipts(
    {
      uid: 7,
      call: server.call,
      sealedHash,
      verify: verifyWithNode,
      readKeys: (isFresh) => Promise.resolve(isFresh ? [signer.key] : keys()),
      storage: createDurableStorage(`receipts-${devices}`),
    },
    (onReveal) => play.account.seeds.subscribe(onReveal),
  )
  await until(play.engine.status, ({ status }) => status === 'ready')
  await until(play.engine.seeds.current, (pair) => pair !== undefined)
  return { ...play, receipts }
}

const bet = (side: 'over' | 'under' = 'over') =>
  ({ game: 'dice', params: { side, target: 5_050 }, stake: USDT, key: createIdempotencyKey() }) as const
async function verdictOf(receipts: PlayReceipts, { id }: SettledBet, status: string) {
  await until(receipts.verdicts, (verdicts) => verdicts.get(id)?.status === status)
  return receipts.verdicts.get().get(id)
}

/** Answers of `npm run verify` to a file. */
async function answersTo(file: string): Promise<unknown[]> {
  const verifier = createReceiptVerifier(verifyWithNode)
  const verifyLine = createLineVerifier(verifier)
  const answers = file.split('\n').map((line) => (line === '' ? undefined : verifyLine(line)))
  return [...answers.filter((answer) => answer !== undefined), ...(await verifier.finish())]
}

describe('receipts of a player', () => {
  it('are kept and checked automatically: sealed, and verified after the reveal', async () => {
    const { engine, receipts } = await device()
    const placed = await engine.place(bet())
    receipts.check(placed)
    await verdictOf(receipts, placed, 'sealed')
    await engine.seeds.rotate()
    await verdictOf(receipts, placed, 'verified')
    expect(server.count(getBet)).toBe(0)
  })

  it('of a round are all kept, and its end is verified', async () => {
    const { engine, receipts } = await device()
    const { id } = await engine.place({ ...bet(), game: 'mines', params: { mines: 3 } })
    const state = await engine.act(id, { type: 'reveal', tile: 0 }, createIdempotencyKey())
    const over = state.status === 'open' ? await engine.cashOut(id, createIdempotencyKey()) : state.bet
    await engine.seeds.rotate()
    receipts.check(over)
    await verdictOf(receipts, over, 'verified')
    const report = await receipts.look(over)
    expect(report.receipts).toEqual(signer.ofBet(id))
    expect(report).toMatchObject({ isFollowed: true, verdict: { status: 'verified' } })
  })

  it('from another device are requested together for the bets of a game', async () => {
    const first = await device()
    const placed = [await first.engine.place(bet()), await first.engine.place(bet('under'))]
    const second = await device()
    const calls = server.count(listBets)
    for (const each of placed) second.receipts.check(each)
    for (const each of placed) await verdictOf(second.receipts, each, 'sealed')
    expect(server.count(listBets)).toBe(calls + 1)
    expect(server.count(getBet)).toBe(0)
  })

  it('from another device are requested when the player opens a bet, without the chain before them', async () => {
    const first = await device()
    await first.engine.place(bet())
    const placed = await first.engine.place(bet('under'))
    const second = await device()
    const report = await second.receipts.look(placed)
    expect(report).toMatchObject({ isFollowed: false, verdict: { status: 'sealed' } })
    const calls = server.count(getBet)
    await second.receipts.look(placed)
    expect(server.count(getBet)).toBe(calls)
  })

  it('are checked with refreshed keys when a key is unknown', async () => {
    const { engine, receipts } = await device({ keys: () => [] })
    const placed = await engine.place(bet())
    receipts.check(placed)
    await verdictOf(receipts, placed, 'sealed')
  })

  it('stay sealed until the revealed seeds can be read', async () => {
    const { engine, receipts } = await device()
    const placed = await engine.place(bet())
    receipts.check(placed)
    await verdictOf(receipts, placed, 'sealed')
    server.next(listPastSeeds, 'lost')
    await engine.seeds.rotate()
    await vi.waitFor(() => expect(server.count(listPastSeeds)).toBe(1))
    expect((await receipts.look(placed)).verdict.status).toBe('verified')
    await verdictOf(receipts, placed, 'verified')
  })

  it('export a proof that anybody can check', async () => {
    const { engine, receipts } = await device()
    await engine.place(bet())
    const placed = await engine.place(bet())
    await engine.seeds.rotate()
    receipts.check(placed)
    await verdictOf(receipts, placed, 'verified')
    const right = await receipts.look(placed)
    const wrong = { ...right, bet: { ...right.bet, payout: right.bet.payout + 1n } }
    expect(await answersTo(proofText(right))).toEqual([
      expect.objectContaining({ matches: true }),
      { receipts: 2, verified: 2, chain: 'whole', fromFirst: true },
    ])
    expect((await answersTo(proofText(wrong))).at(1)).toMatchObject({ fault: 'bet' })
  })
})
