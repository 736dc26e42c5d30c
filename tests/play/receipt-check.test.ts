import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '#fair/canonical-json.ts'
import { MULTIPLIER_SCALE, payoutOf } from '#fair/multiplier.ts'
import type { ReceiptKey, SignedReceipt, VerifySignature } from '#fair/receipt.ts'
import { createStream } from '#fair/stream.ts'
import { checkReceipts, type KeptChain } from '#features/play/receipts/check-receipts.ts'
import { createReceiptShelf, keptOf, MOST_KEPT } from '#features/play/receipts/receipt-shelf.ts'
import { byBrowser, byLibrary, verifySignature } from '#lib/verify-signature.ts'
import { formatDecimal } from '#lib/decimal.ts'
import { createDurableStorage } from '#lib/durable-storage.ts'
import { DICE } from '#rules/dice/dice.ts'
import { CLIENT_SEED, SERVER_SEED, createReceiptHouse, verifyWithNode } from '../fair/receipt-house.ts'
import { betOf } from './bet-of-house.ts'

const NO_CHAIN: KeptChain = { withHash: () => undefined, after: () => [] }

type House = ReturnType<typeof createReceiptHouse>
type HouseBet = ReturnType<House['bet']>

/** The first draw of the house's seeds, with its payout. */
function firstDraw() {
  const params = { side: 'over', target: 5_050 } as const
  const stream = createStream({ serverSeed: SERVER_SEED, clientSeed: CLIENT_SEED, nonce: 0 })
  const outcome = DICE.draw(stream, params)
  const multiplier = DICE.multiplier(params, outcome)
  return {
    outcome: Number(DICE.wireOutcome(outcome)),
    multiplier: `${multiplier / MULTIPLIER_SCALE}`,
    payout: formatDecimal({ units: payoutOf(1_500_000n, multiplier), scale: 6 }),
  }
}

const chainOf = (kept: readonly SignedReceipt[]): KeptChain => {
  const shelved = kept.map((signed) => keptOf(signed, '?'))
  return {
    withHash: (hash) => shelved.find((each) => each.hash === hash),
    after: (hash) => shelved.filter(({ prev }) => prev === hash),
  }
}
const check = (
  bet: HouseBet,
  key: ReceiptKey,
  {
    receipts = bet.receipts,
    chain = NO_CHAIN,
    isRevealed = false,
  }: { receipts?: readonly SignedReceipt[]; chain?: KeptChain; isRevealed?: boolean } = {},
) => checkReceipts({ bet: betOf(bet, isRevealed), receipts, keys: [key], chain, verify: verifySignature })

describe('the receipt of a bet', () => {
  it('is sealed until the seed is revealed, and verified then', async () => {
    const house = createReceiptHouse()
    const { outcome, ...paid } = firstDraw()
    const bet = house.bet(outcome, paid)
    expect(await check(bet, house.key)).toEqual({
      verdict: { status: 'sealed' },
      isFollowed: true,
      neighbours: [],
    })
    expect((await check(bet, house.key, { isRevealed: true })).verdict).toEqual({ status: 'verified' })
  })

  it('is wrong when the seeds give another result', async () => {
    const house = createReceiptHouse()
    const bet = house.bet(99.99)
    expect((await check(bet, house.key)).verdict).toEqual({ status: 'sealed' })
    const { verdict } = await check(bet, house.key, { isRevealed: true })
    expect(verdict).toMatchObject({ status: 'failed', fault: 'result' })
  })

  it('is wrong when its text was changed or another key signed it', async () => {
    const house = createReceiptHouse()
    const bet = house.bet(59.67)
    const [signed] = bet.receipts
    const text = canonicalJson({ ...(JSON.parse(signed.receipt) as object), payout: '9' })
    const altered = await check(bet, house.key, { receipts: [{ ...signed, receipt: text }] })
    expect(altered.verdict).toMatchObject({ status: 'failed', fault: 'signature' })
    const other = await check(bet, createReceiptHouse().key)
    expect(other.verdict).toMatchObject({ status: 'failed', fault: 'signature' })
    const unknown = await check(bet, { ...house.key, kid: 'k9' })
    expect(unknown.verdict).toMatchObject({ status: 'failed', fault: 'key_unknown' })
  })

  it('is wrong when it belongs to another bet, and missing when nothing is signed', async () => {
    const house = createReceiptHouse()
    const [one, other] = [house.bet(59.67), house.bet(37.79)]
    const { verdict } = await check(one, house.key, { receipts: other.receipts })
    expect(verdict).toMatchObject({ status: 'failed', fault: 'bet' })
    expect((await check(one, house.key, { receipts: [] })).verdict).toEqual({ status: 'missing' })
  })
})

describe('the chain', () => {
  it('is whole with the receipt before, and has a gap without it', async () => {
    const house = createReceiptHouse()
    const [one, two, three] = [house.bet(59.67), house.bet(37.79), house.bet(11.49)]
    const kept = [...one.receipts, ...three.receipts]
    const gap = await check(three, house.key, { chain: chainOf(kept) })
    expect(gap).toMatchObject({ verdict: { status: 'sealed' }, isFollowed: false })
    const whole = await check(three, house.key, { chain: chainOf([...kept, ...two.receipts]) })
    expect(whole).toMatchObject({ verdict: { status: 'sealed' }, isFollowed: true })
    expect(whole.neighbours).toMatchObject(two.receipts)
  })

  it('is broken by two receipts at one place, if the house signed both', async () => {
    const house = createReceiptHouse()
    const one = house.bet(59.67)
    const [{ receipt }] = one.receipts
    const text = canonicalJson({ ...(JSON.parse(receipt) as object), bet: '77' })
    const rival = house.signText(text)
    const forked = await check(one, house.key, { chain: chainOf([...one.receipts, rival]) })
    expect(forked.verdict).toMatchObject({ status: 'failed', fault: 'chain' })
    expect(forked.neighbours).toMatchObject([rival])
    const unsigned = { ...rival, signature: one.receipts[0].signature }
    const damaged = await check(one, house.key, { chain: chainOf([...one.receipts, unsigned]) })
    expect(damaged.verdict).toEqual({ status: 'sealed' })
  })

  it('is broken by a skipped nonce', async () => {
    const house = createReceiptHouse()
    const one = house.bet(59.67)
    const two = house.bet(37.79, { nonce: 2 })
    const { verdict } = await check(two, house.key, { chain: chainOf(one.receipts) })
    expect(verdict).toMatchObject({ status: 'failed', fault: 'chain' })
  })
})

describe('signatures', () => {
  it.each<[string, () => VerifySignature | Promise<VerifySignature>]>([
    ['the browser', () => byBrowser(crypto.subtle)],
    ['the library', byLibrary],
    ['the available verifier', () => verifySignature],
  ])('get the same verdict from %s as from Node', async (_, choose) => {
    const verify = await choose()
    const house = createReceiptHouse()
    const [{ receipt, signature }] = house.bet(1).receipts
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
    const message = new TextEncoder().encode(receipt)
    const key = bytes(house.key.publicKey)
    const otherKey = bytes(createReceiptHouse().key.publicKey)
    const cases: Parameters<VerifySignature>[] = [
      [bytes(signature), message, key],
      [bytes(signature), message.slice(1), key],
      [bytes(signature), message, otherKey],
      [new Uint8Array(64), message, key],
    ]
    for (const given of cases) expect(await verify(...given)).toBe(await verifyWithNode(...given))
    expect(await verify(...((cases[0] ?? []) as Parameters<VerifySignature>))).toBe(true)
  })
})

describe('stored receipts', () => {
  const some = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) =>
      keptOf({ receipt: `${from + index}`, kid: 'k1', signature: 's' }, `${from + index}`),
    )

  it('survive a reload, each once, and separate for each player', async () => {
    await createReceiptShelf(createDurableStorage('shelf'), 7).add(some(3))
    const again = createReceiptShelf(createDurableStorage('shelf'), 7)
    await again.add(some(4))
    expect((await again.all()).map(({ bet }) => bet)).toEqual(['0', '1', '2', '3'])
    expect(await createReceiptShelf(createDurableStorage('shelf'), 8).all()).toEqual([])
  })

  it('are limited: the oldest are dropped', async () => {
    const shelf = createReceiptShelf(createDurableStorage('bounded'), 7)
    await shelf.add(some(MOST_KEPT + 150))
    const kept = await shelf.all()
    expect(kept.length).toBeLessThanOrEqual(MOST_KEPT)
    expect(kept.length).toBeGreaterThan(MOST_KEPT - 100)
    expect(kept.at(-1)?.bet).toBe(`${MOST_KEPT + 149}`)
  })

  it('skip damaged entries', async () => {
    const storage = createDurableStorage('damaged')
    await createReceiptShelf(storage, 7).add(some(1))
    await storage.set('7/0', [{ receipt: 1 }, null, ...some(1)])
    expect(await createReceiptShelf(storage, 7).all()).toEqual(some(1))
    await storage.set('7', { first: 3, last: -1 })
    await storage.set('7/0', 'x')
    expect(await createReceiptShelf(storage, 7).all()).toEqual([])
  })
})
