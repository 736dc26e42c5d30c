import 'fake-indexeddb/auto'
import { readFileSync } from 'node:fs'
import { openDB } from 'idb'
import { expect, test } from 'vitest'
import type { ReceiptKey } from '#fair/receipt.ts'
import { createLocalCrash } from '#features/play/demo-engine/local-crash.ts'
import { createIdempotencyKey } from '#features/play/idempotency-key.ts'
import { createReceiptShelf } from '#features/play/receipts/receipt-shelf.ts'
import { createDurableStorage } from '#lib/durable-storage.ts'
import { verifySignature } from '#lib/verify-signature.ts'
import { NOT_REVEALED } from '#verify/verify-bet.ts'
import { createLineVerifier } from '#verify/verify-lines.ts'
import { createReceiptVerifier } from '#verify/verify-receipts.ts'
import { clock, watched } from './device-crash.ts'
import { COIN, freshName, readyEngine, until } from './local-engines.ts'

type Stores = Record<string, { readonly key: string | number; readonly row: unknown }[]>

/**
 * Written by Chromium with the release before the shared planner, after one bet of each game, a rotation, two
 * open rounds and four bets with a balance. It is never generated again.
 */
const PROFILE = JSON.parse(
  readFileSync(new URL('released-profile.json', import.meta.url), 'utf8'),
  (_key, value: unknown) =>
    typeof value === 'object' && value !== null && '$bigint' in value ? BigInt(String(value.$bigint)) : value,
) as { readonly databases: Record<'koi-play' | 'koi-receipts', Stores>; readonly receiptKeys: ReceiptKey[] }

async function fill(name: string, stores: Stores): Promise<void> {
  const database = await openDB(name)
  for (const [store, entries] of Object.entries(stores)) {
    const transaction = database.transaction(store, 'readwrite')
    await transaction.store.clear()
    for (const { key, row } of entries) {
      await (transaction.store.keyPath === null
        ? transaction.store.put(row, key)
        : transaction.store.put(row))
    }
    await transaction.done
  }
  database.close()
}

/** An engine on the stored profile. A first engine creates the database as the release did. */
async function engineOfProfile() {
  const name = freshName()
  const before = await readyEngine(name)
  before.close()
  await fill(name, PROFILE.databases['koi-play'])
  return readyEngine(name)
}

test('bets, balance and seeds of a released profile are shown, and its bets verify', async () => {
  const engine = await engineOfProfile()
  expect(engine.status.get()).toMatchObject({ status: 'ready' })
  expect(engine.balance.get()?.amount).toBe(967_250_000n)
  const { bets, next } = await engine.history.page({})
  expect(next).toBeUndefined()
  expect(bets.map(({ game, stake, payout }) => [game, stake, payout])).toEqual(
    PROFILE.databases['koi-play']['bets']
      ?.map(({ row }) => row as { game: string; stake: bigint; payout: bigint })
      .map(({ game, stake, payout }) => [game, stake, payout])
      .reverse(),
  )
  const lines = (await (await engine.history.export({}, 'json')).text()).trim().split('\n')
  const verifyLine = createLineVerifier()
  const answers = lines.flatMap((line) => verifyLine(line) ?? [])
  expect(answers.filter((answer) => 'matches' in answer && answer.matches)).toHaveLength(8)
  // The pair of the last bet is not revealed.
  expect(answers.filter((answer) => 'error' in answer)).toEqual([{ error: NOT_REVEALED }])
})

test('open rounds of a released profile continue and are cashed out', async () => {
  const engine = await engineOfProfile()
  const [mines, hilo] = engine.openRounds.get()
  expect([mines?.game, hilo?.game]).toEqual(['mines', 'hilo'])
  const step = await engine.act(mines?.id ?? '', { type: 'reveal', tile: 13 }, createIdempotencyKey())
  expect(step).toMatchObject({ status: 'open', round: { opened: [7, 13] } })
  const paid = [mines, hilo].map(async (round) => {
    const { payout } = await engine.cashOut(round?.id ?? '', createIdempotencyKey())
    return payout
  })
  // Two gems of 25 tiles with three mines: 25 × 24 / (22 × 21), less one percent.
  const [first = 0n, second = 0n] = await Promise.all(paid)
  expect(first).toBe(12_857_000n)
  expect(engine.openRounds.get()).toEqual([])
  expect(engine.balance.get()?.amount).toBe(967_250_000n + first + second)
})

test('the Crash chain of a released profile continues after its last round', async () => {
  const engine = await engineOfProfile()
  const table = watched(createLocalCrash({ vault: engine.vault, now: () => clock.now }))
  await until(table.view, (view) => {
    clock.now += 5
    return view?.round.status === 'betting'
  })
  expect(table.view.get()?.last.map(({ id, point }) => [id, point])).toContainEqual(['2', 4.55])
  const placed = await table.seat?.place({ key: createIdempotencyKey(), stake: COIN, target: undefined })
  expect(placed?.round).toBe('3')
})

test('receipts of a released profile are complete and signed by the house', async () => {
  const name = 'koi-receipts'
  const storage = createDurableStorage(name)
  // Creates the database as the release did.
  await storage.set('100002', null)
  await fill(name, PROFILE.databases[name])
  const kept = await createReceiptShelf(storage, 100_002).all()
  const receipts = createReceiptVerifier(verifySignature, PROFILE.receiptKeys)
  const verifyLine = createLineVerifier(receipts)
  for (const { receipt, kid, signature } of kept) verifyLine(JSON.stringify({ receipt, kid, signature }))
  await receipts.check()
  expect(await receipts.finish()).toEqual([{ receipts: 4, verified: 4, chain: 'whole', fromFirst: true }])
})
