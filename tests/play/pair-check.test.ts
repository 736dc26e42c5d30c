// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canonicalJson } from '#fair/canonical-json.ts'
import { listBets, type Receipt } from '#contract/play.ts'
import { createLineVerifier } from '#verify/verify-lines.ts'
import { createReceiptVerifier } from '#verify/verify-receipts.ts'
import { createLocalEngine } from '#features/play/demo-engine/local-engine.ts'
import { runPairCheck, type PairWorker } from '#features/play/fairness/run-pair-check.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import type { PastSeedPair, PlayEngine } from '#features/play/play-engine.ts'
import { createServerEngine } from '#features/play/server-engine/server-engine.ts'
import { until } from './local-engines.ts'
import { createPlayServer, startServerPlay, USDT, type SignedPage } from './play-server.ts'
import { createReceiptSigner, type ReceiptSigner } from './receipt-signer.ts'
import { createPairWorker } from '../support/pair-worker.ts'
import { verifyWithNode } from '../fair/receipt-house.ts'

let signer: ReceiptSigner
let server: ReturnType<typeof createPlayServer>
let play: ReturnType<typeof startServerPlay>
beforeEach(async () => {
  signer = createReceiptSigner()
  server = createPlayServer(signer)
  sessionStorage.clear()
  play = startServerPlay(server)
  await until(play.engine.status, ({ status }) => status === 'ready')
})
afterEach(() => play.account.close())

const key = createIdempotencyKey
const dice = () =>
  ({ game: 'dice', params: { side: 'over', target: 5_050 }, stake: USDT, key: key() }) as const

async function check(engine: PlayEngine, pair: PastSeedPair | undefined, stop = new AbortController()) {
  if (!pair) throw new Error('No pair was revealed')
  const counts: number[] = []
  const result = await runPairCheck({
    pair,
    createWorker: createPairWorker,
    stop: stop.signal,
    bets: (hash, cursor) => engine.seeds.bets(hash, cursor),
    chain: engine.seeds.receipts,
    keysFor: engine.demo ? undefined : () => Promise.resolve([signer.key]),
    onCount: (count) => counts.push(count),
  })
  return { ...result, counts }
}

/** Makes `count` bets and a round with USDT and a bet with another coin, then reveals the seeds. */
async function playPair(count: number): Promise<PastSeedPair | undefined> {
  const { engine, account } = play
  for (let bet = 0; bet < count; bet += 1) await engine.place(dice())
  const { id } = await engine.place({ ...dice(), game: 'mines', params: { mines: 3 } })
  const state = await engine.act(id, { type: 'reveal', tile: 0 }, key())
  if (state.status === 'open') await engine.cashOut(id, key())
  server.deposit('trx-tron', USDT)
  await createServerEngine(account, 'trx-tron').place(dice())
  return (await engine.seeds.rotate()).revealed
}

const faultsOf = ({ report }: Awaited<ReturnType<typeof check>>) => report.faults.map(({ fault }) => fault)

/** Faults of the receipts in a proof, by `npm run verify`. */
async function verifyProof(proof: Blob | undefined): Promise<string[]> {
  const verifier = createReceiptVerifier(verifyWithNode)
  const verifyLine = createLineVerifier(verifier)
  for (const line of ((await proof?.text()) ?? '').split('\n')) verifyLine(line)
  return (await verifier.finish()).flatMap((answer) => ('fault' in answer ? [answer.fault] : []))
}

describe('the check of a revealed pair', () => {
  it('covers all bets of every coin, and counts as it goes', async () => {
    const pair = await playPair(30)
    const { counts, ...checked } = await check(play.engine, pair)
    expect(checked).toEqual({
      report: { checked: 32, receipts: 34, isWhole: true, gaps: 0, faultCount: 0, faults: [] },
      proof: undefined,
      cutShort: undefined,
    })
    expect(counts).toEqual([10, 20, 30, 32])
  })

  it('reads page by page', async () => {
    const pair = await playPair(205)
    const calls = server.count(listBets)
    const { report } = await check(play.engine, pair)
    expect(report).toMatchObject({ checked: 207, isWhole: true, faultCount: 0 })
    expect(server.count(listBets) - calls).toBe(2)
  })

  const changed =
    (id: string, change: (receipts: readonly Receipt[], page: SignedPage) => readonly Receipt[]) =>
    (page: SignedPage): SignedPage => ({
      ...page,
      receipts: { ...page.receipts, [id]: change(page.receipts[id] ?? [], page) },
    })
  const altered = ({ receipt, ...rest }: Receipt): Receipt => ({
    ...rest,
    receipt: canonicalJson({ ...(JSON.parse(receipt) as object), payout: '9' }),
  })

  it.each<[string, (page: SignedPage) => SignedPage, readonly string[]]>([
    ['a receipt was forged', changed('2', (own) => own.map(altered)), ['signature']],
    ['a receipt is left out', changed('2', () => []), ['missing']],
    ['the receipt is another one', changed('2', (_, { receipts }) => receipts['3'] ?? []), ['bet']],
    [
      'a bet says that more was paid',
      (page) => ({ ...page, bets: page.bets.map((bet) => (bet.id === '2' ? { ...bet, payout: '7' } : bet)) }),
      ['bet'],
    ],
    [
      'a bet has disappeared',
      (page) => ({ ...page, bets: page.bets.filter(({ id }) => id !== '2') }),
      ['absent'],
    ],
  ])('fails when %s, and the proof shows it', async (_, forge, faults) => {
    const pair = await playPair(4)
    server.forge(forge)
    const checked = await check(play.engine, pair)
    expect(faultsOf(checked)).toEqual(faults)
    expect(checked.report.faultCount).toBe(faults.length)
    // Only the device sees that the list hides a bet whose receipt exists.
    const told = faults.filter((fault) => fault !== 'absent')
    expect(await verifyProof(checked.proof)).toEqual(told)
  })

  it('fails when every answer withholds a receipt', async () => {
    const pair = await playPair(4)
    server.forge(changed('2', () => []))
    server.forgeChain((receipts) => receipts.filter(({ receipt }) => !receipt.includes('"bet":"2"')))
    const checked = await check(play.engine, pair)
    expect(faultsOf(checked)).toEqual(['missing', 'chain', 'absent'])
    expect(await verifyProof(checked.proof)).toEqual(['missing', 'chain', 'absent'])
  })

  it('fails when the revealed seed differs from the committed one', async () => {
    const pair = await playPair(1)
    const checked = await check(play.engine, pair && { ...pair, serverSeed: '9'.repeat(64) })
    expect(faultsOf(checked)).toEqual(['seeds', 'seeds', 'seeds'])
    expect(checked.proof).toBeInstanceOf(Blob)
  })

  it('stops when the player stops it or the bets cannot be read', async () => {
    const pair = await playPair(205)
    const stop = new AbortController()
    server.next(
      listBets,
      Promise.resolve().then(() => undefined),
    )
    const stopped = check(play.engine, pair, stop)
    stop.abort()
    expect(await stopped).toMatchObject({ cutShort: 'stopped', report: { checked: 0, faultCount: 0 } })
    server.next(listBets, Promise.resolve(), 'lost')
    const unread = await check(play.engine, pair)
    expect(unread).toMatchObject({
      cutShort: 'unreadable',
      report: { checked: 200, isWhole: false, faultCount: 0 },
    })
  })

  it('does not pass when the worker fails', async () => {
    const pair = await playPair(1)
    if (!pair) throw new Error('No pair was revealed')
    const broken = (): PairWorker => {
      const worker = createPairWorker()
      worker.postMessage = () =>
        queueMicrotask(() => worker.onerror?.call(worker as Worker, new ErrorEvent('error')))
      return worker
    }
    const given = { pair, createWorker: broken, onCount: () => undefined, keysFor: undefined }
    const run = runPairCheck({
      ...given,
      stop: new AbortController().signal,
      bets: (hash: string) => play.engine.seeds.bets(hash),
    })
    await expect(run).rejects.toThrow('The worker failed')
  })

  it('of the demonstration needs no receipts, and counts bets that are no longer stored', async () => {
    const engine = createLocalEngine({ name: 'pair-check' })
    for (let bet = 0; bet < 60; bet += 1) await engine.place(dice())
    const { revealed } = await engine.seeds.rotate()
    expect((await check(engine, revealed)).report).toEqual({
      checked: 60,
      receipts: 0,
      isWhole: true,
      gaps: 0,
      faultCount: 0,
      faults: [],
    })
    const forgotten = revealed && { ...revealed, betCount: 70 }
    expect((await check(engine, forgotten)).report).toMatchObject({ isWhole: false, faultCount: 0 })
  })
})
