import { afterEach, expect, it, vi } from 'vitest'
import { hashText, type SignedReceipt } from '#fair/receipt.ts'
import { checkSealOfBet } from '#features/play/receipts/check-seal-of-bet.ts'
import { createReceiptHouse } from '../fair/receipt-house.ts'
import { betOf } from './bet-of-house.ts'
import { createSealHouse } from '../fair/seal-house.ts'
import { answerApi } from '../support/answered-api.ts'

const DAY = '2026-11-25'

const house = createReceiptHouse()
const [bet, another] = [house.bet(59.67), house.bet(12.5)]

/** The seal of a day and the proof of its first receipts. Another `version` makes a different seal. */
function sealedDay(receipts: readonly SignedReceipt[], proven = 1, version = '1') {
  const { seal } = createSealHouse(house.signText)
  const texts = receipts.map(({ receipt }) => receipt)
  const made = seal(DAY, texts, { 'p-1': [1n, 2n] }, { build: { version, files: null } })
  return { receipts, answer: { day: DAY, ...made.signed }, proof: made.sealedReceipts(0, proven) }
}
const day = sealedDay([...bet.receipts, ...another.receipts])

/** The server's answers about the bet, and the seal that it shows to everybody. */
function answer(given: object, shown: object | null = day.answer, { answer: seal, proof } = day): void {
  const proofs = { seals: [seal], sealedReceipts: [proof], waiting: [] }
  answerApi({
    '/config': { receiptKeys: [house.key] },
    [`/bets/${bet.id}/seals`]: { receipts: bet.receipts, ...proofs, ...given },
    ...(shown && { [`/seals/${DAY}`]: shown }),
  })
}
const kept = bet.receipts
const check = (own: readonly SignedReceipt[] = kept) => checkSealOfBet(betOf(bet, false), own)
const failed = (detail: string) => expect.objectContaining({ status: 'failed', detail }) as object

afterEach(() => vi.restoreAllMocks())

it('names the public seal with the receipts of a bet, or says that they wait for one', async () => {
  answer({})
  expect(await check()).toMatchObject({ status: 'sealed', days: [DAY] })
  const waiting = bet.receipts.map(({ receipt }) => hashText(receipt))
  answer({ seals: [], sealedReceipts: [], waiting })
  expect(await check()).toEqual({ status: 'waiting' })
  answer({ receipts: [] })
  expect(await check([])).toEqual({ status: 'missing' })
})

it('rejects a receipt of another bet', async () => {
  const { receipts } = another
  const own = sealedDay(receipts)
  answer({ receipts }, own.answer, own)
  expect(await check([])).toEqual(failed('the receipt says bet "2", the bet says "1"'))
  // A waiting receipt is rejected, too.
  answer({
    receipts,
    seals: [],
    sealedReceipts: [],
    waiting: receipts.map(({ receipt }) => hashText(receipt)),
  })
  expect(await check([])).toEqual(failed('the receipt says bet "2", the bet says "1"'))
})

it('requires the receipt that ends the bet', async () => {
  const { receipts } = house.bet(0, { bet: bet.id, nonce: bet.nonce, outcome: undefined })
  const own = sealedDay(receipts)
  answer({ receipts }, own.answer, own)
  expect(await check([])).toEqual(failed('the receipt that ends this bet is missing'))
  const ended = [...receipts, ...house.bet(59.67, { bet: bet.id, nonce: bet.nonce, type: 'settle' }).receipts]
  const both = sealedDay(ended, 2)
  answer({ receipts: ended }, both.answer, both)
  expect(await check([])).toMatchObject({ status: 'sealed' })
})

it('accepts only the public seal', async () => {
  const detail = `the seal of ${DAY} is not the one that everybody is shown`
  const shown = sealedDay(bet.receipts, 1, '2').answer
  answer({}, shown)
  const verdict = await check()
  expect(verdict).toEqual(failed(detail))
  expect(await ('proof' in verdict && verdict.proof.text())).toContain(JSON.stringify(shown.seal))
  answer({}, null)
  expect(await check()).toEqual(failed(detail))
  // The seal of another day.
  answer({ seals: [{ ...day.answer, day: '2026-11-24' }] })
  expect(await check()).toEqual(failed(detail))
})

it('requires the receipts that this device has kept, not others of the same bet', async () => {
  const detail = 'a receipt of this bet that this device has kept is not among those of the house'
  // The house signed a second text for the same bet with the same payout.
  const others = house.bet(59.67, { bet: bet.id, nonce: bet.nonce, key: 'another' }).receipts
  const own = sealedDay(others)
  answer({ receipts: others }, own.answer, own)
  expect(await check()).toEqual(failed(detail))
  expect(await check([])).toMatchObject({ status: 'sealed' })
  // A receipt that was damaged where it is kept accuses nobody.
  const damaged = kept.map((signed) => ({
    ...signed,
    receipt: signed.receipt.replace('"payout":"', '"payout":"9'),
  }))
  expect(await check(damaged)).toMatchObject({ status: 'sealed' })
  answer({ receipts: [], seals: [], sealedReceipts: [] })
  expect(await check()).toEqual(failed(detail))
  // A receipt whose payout does not fit its result fails.
  const lower = house.bet(59.67, { bet: bet.id, nonce: bet.nonce, payout: '0' }).receipts
  const low = sealedDay(lower)
  answer({ receipts: lower }, low.answer, low)
  expect(await check([])).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('is not what was paid') as string,
  })
})

it("fails when the next day's seal is public or the receipt belongs to a later day", async () => {
  const waiting = bet.receipts.map(({ receipt }) => hashText(receipt))
  const late = { receipts: bet.receipts, seals: [], sealedReceipts: [], waiting }
  const paths = {
    '/config': { receiptKeys: [house.key] },
    '/seals/2026-11-26': { ...day.answer, day: '2026-11-26' },
  }
  answerApi({ ...paths, [`/bets/${bet.id}/seals`]: late })
  expect(await check()).toEqual(
    failed('the receipt of 2026-11-25T00:00:00.000Z is in no seal, and there is the seal of 2026-11-26'),
  )
  // The receipt was made just now.
  const sealed = { ...late, seals: [day.answer], sealedReceipts: [day.proof], waiting: [] }
  let asked = 0
  answerApi({ ...paths, [`/bets/${bet.id}/seals`]: () => ((asked += 1) > 1 ? sealed : late) })
  expect(await check()).toEqual({ status: 'waiting' })

  const { seal } = createSealHouse(house.signText)
  const texts = bet.receipts.map(({ receipt }) => receipt)
  const made = seal('2026-11-28', texts, { 'p-1': [1n, 2n] })
  const shown = { day: '2026-11-28', ...made.signed }
  answerApi({
    '/config': { receiptKeys: [house.key] },
    [`/bets/${bet.id}/seals`]: {
      receipts: bet.receipts,
      seals: [shown],
      sealedReceipts: [made.sealedReceipts(0, 1)],
      waiting: [],
    },
    '/seals/2026-11-28': shown,
  })
  expect(await check()).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('in the seal of 2026-11-28') as string,
  })
})
