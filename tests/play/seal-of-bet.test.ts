import { afterEach, expect, it, vi } from 'vitest'
import { hashText, type SignedReceipt } from '#fair/receipt.ts'
import { checkSealOfBet } from '#features/play/receipts/check-seal-of-bet.ts'
import { createReceiptHouse } from '../fair/receipt-house.ts'
import { createSealHouse } from '../fair/seal-house.ts'
import { answerApi } from '../support/answered-api.ts'

const DAY = '2026-11-25'

const house = createReceiptHouse()
const [bet, another] = [house.bet(59.67), house.bet(12.5)]

/** The seal of a day with the proof of its first receipts; another `version` makes another seal. */
function sealedDay(receipts: readonly SignedReceipt[], proven = 1, version = '1') {
  const { seal } = createSealHouse(house.signText)
  const texts = receipts.map(({ receipt }) => receipt)
  const made = seal(DAY, texts, { 'p-1': [1n, 2n] }, { build: { version, files: null } })
  return { receipts, answer: { day: DAY, ...made.signed }, proof: made.sealedReceipts(0, proven) }
}
const day = sealedDay([...bet.receipts, ...another.receipts])

/** What the server says of the bet, and which seal it shows to everybody. */
function answer(given: object, shown: object | null = day.answer, { answer: seal, proof } = day): void {
  const proofs = { seals: [seal], sealedReceipts: [proof], waiting: [] }
  answerApi({
    '/config': { receiptKeys: [house.key] },
    [`/bets/${bet.id}/seals`]: { receipts: bet.receipts, ...proofs, ...given },
    ...(shown && { [`/seals/${DAY}`]: shown }),
  })
}
const failed = (detail: string) => expect.objectContaining({ status: 'failed', detail }) as object

afterEach(() => vi.restoreAllMocks())

it('says in which public seal the receipts of a bet are, or that they wait for one', async () => {
  answer({})
  expect(await checkSealOfBet(bet.id)).toMatchObject({ status: 'sealed', days: [DAY] })
  const waiting = bet.receipts.map(({ receipt }) => hashText(receipt))
  answer({ seals: [], sealedReceipts: [], waiting })
  expect(await checkSealOfBet(bet.id)).toEqual({ status: 'waiting' })
  answer({ receipts: [] })
  expect(await checkSealOfBet(bet.id)).toEqual({ status: 'missing' })
})

it('takes no receipt of another bet', async () => {
  const { receipts } = another
  const own = sealedDay(receipts)
  answer({ receipts }, own.answer, own)
  expect(await checkSealOfBet(bet.id)).toEqual(failed('a receipt of bet 1 says that it is of bet 2'))
  // Nor one that would wait.
  answer({
    receipts,
    seals: [],
    sealedReceipts: [],
    waiting: receipts.map(({ receipt }) => hashText(receipt)),
  })
  expect(await checkSealOfBet(bet.id)).toEqual(failed('a receipt of bet 1 says that it is of bet 2'))
})

it('needs the receipt that ends the bet', async () => {
  const { receipts } = house.bet(0, { bet: bet.id, outcome: undefined })
  const own = sealedDay(receipts)
  answer({ receipts }, own.answer, own)
  expect(await checkSealOfBet(bet.id)).toEqual(failed('the receipt that ends this bet is missing'))
  const ended = [...receipts, ...house.bet(0, { bet: bet.id, type: 'settle' }).receipts]
  const both = sealedDay(ended, 2)
  answer({ receipts: ended }, both.answer, both)
  expect(await checkSealOfBet(bet.id)).toMatchObject({ status: 'sealed' })
})

it('takes only the seal that everybody is shown', async () => {
  const detail = `the seal of ${DAY} is not the one that everybody is shown`
  const shown = sealedDay(bet.receipts, 1, '2').answer
  answer({}, shown)
  const verdict = await checkSealOfBet(bet.id)
  expect(verdict).toEqual(failed(detail))
  expect(await ('proof' in verdict && verdict.proof.text())).toContain(JSON.stringify(shown.seal))
  answer({}, null)
  expect(await checkSealOfBet(bet.id)).toEqual(failed(detail))
  // Of another day than it is given out for.
  answer({ seals: [{ ...day.answer, day: '2026-11-24' }] })
  expect(await checkSealOfBet(bet.id)).toEqual(failed(detail))
})
