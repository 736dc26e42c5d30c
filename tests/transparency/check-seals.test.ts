// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLineSplitter } from '#verify/split-lines.ts'
import { createLineVerifier } from '#verify/verify-lines.ts'
import { createProofVerifier } from '#verify/verify-proofs.ts'
import { checkAllSeals, checkOwnBalance, checkRoundsOf } from '#features/transparency/seals/check-seals.ts'
import { createReceiptHouse, verifyWithNode } from '../fair/receipt-house.ts'
import { createSealHouse } from '../fair/seal-house.ts'
import { answerApi } from '../support/answered-api.ts'

const [FIRST, SECOND, THIRD] = ['2026-11-25', '2026-11-26', '2026-11-27'] as const
const OWED = { 'p-1': [3n, 4n], 'p-2': [3n, 4n] }

const house = createReceiptHouse()
const keys = { receiptKeys: [house.key] }
const bet = house.bet(59.67)
const bets = { bets: [{ id: bet.id }], next: null, receipts: { [bet.id]: bet.receipts } }

/** A house's days in the server's format. Another `version` makes different seals. */
function sealed(version: string, ...days: readonly string[]) {
  const { seal } = createSealHouse(house.signText)
  return days.map((day) => {
    const made = seal(day, [bet.receipts[0].receipt], OWED, { build: { version, files: null } })
    return { ...made, answer: { day, ...made.signed } }
  })
}
const [day, other] = [sealed('1', FIRST, SECOND)[0] as Made, sealed('2', FIRST, SECOND)[0] as Made]
type Made = ReturnType<typeof sealed>[number]

const list = (made: readonly Made[]) => ({
  '/config': keys,
  '/seals': { seals: made.map(({ answer }) => answer).reverse(), next: null },
})
const balance = (made: Made, ...players: readonly string[]) => ({
  seal: made.answer,
  sealedBalances: players.map((player) => made.sealedBalance(player)),
})
const HONEST = {
  '/config': keys,
  [`/seals/${FIRST}`]: day.answer,
  [`/seals/${FIRST}/balance`]: balance(day, 'p-1'),
  '/bets?receipts=true': bets,
}

async function faultsIn(proof: Blob): Promise<string[]> {
  const lines = createLineSplitter(1_000_000)
  const proofs = createProofVerifier(verifyWithNode)
  const verifyLine = createLineVerifier(proofs)
  for (const line of [...lines.push(await proof.text()), ...lines.end()]) verifyLine(line ?? '')
  await proofs.check()
  return (await proofs.finish()).flatMap((answer) => ('error' in answer ? [answer.error] : []))
}
async function failureOf(
  check: Promise<{ readonly status: string }>,
): Promise<{ detail: string; proof: Blob }> {
  const result = await check
  expect(result.status).toBe('failed')
  return result as never
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

describe('one’s own balance in the seal of a day', () => {
  it('is right when the public seal contains it for the player of the receipts', async () => {
    answerApi(HONEST)
    expect(await checkOwnBalance(FIRST)).toEqual({
      status: 'right',
      isNamed: true,
      balances: [{ coin: 'usdt-tron', amount: '0.000007' }],
    })
  })

  it('is wrong when it is another player’s with the same amount', async () => {
    answerApi({ ...HONEST, [`/seals/${FIRST}/balance`]: balance(day, 'p-2') })
    const { detail, proof } = await failureOf(checkOwnBalance(FIRST))
    expect(detail).toBe(`the balance of ${FIRST} belongs to another player than the receipts`)
    expect(await faultsIn(proof)).toEqual([detail])
  })

  it('is wrong when it is listed twice', async () => {
    const { sealedBalances, ...rest } = balance(day, 'p-1')
    answerApi({
      ...HONEST,
      [`/seals/${FIRST}/balance`]: { ...rest, sealedBalances: [...sealedBalances, ...sealedBalances] },
    })
    expect((await failureOf(checkOwnBalance(FIRST))).detail).toBe(`a balance of ${FIRST} is listed twice`)
  })

  it('is wrong in a seal that is signed for this player alone', async () => {
    answerApi({ ...HONEST, [`/seals/${FIRST}/balance`]: balance(other, 'p-1') })
    const { detail, proof } = await failureOf(checkOwnBalance(FIRST))
    expect(detail).toBe(`the seal of ${FIRST} is not the one that everybody is shown`)
    expect(await faultsIn(proof)).toEqual([`there are two seals of ${FIRST}`])
    const { [`/seals/${FIRST}`]: _, ...unshown } = HONEST
    answerApi(unshown)
    expect((await failureOf(checkOwnBalance(FIRST))).detail).toBe(detail)
  })

  it('is wrong in the seal of another day', async () => {
    const at = { [`/seals/${SECOND}`]: day.answer, [`/seals/${SECOND}/balance`]: balance(day, 'p-1') }
    answerApi({ ...HONEST, ...at })
    const { detail } = await failureOf(checkOwnBalance(SECOND))
    expect(detail).toBe(`the server returned the seal of ${FIRST} for ${SECOND}`)
  })

  it('cannot be attributed without a receipt, which must belong to the given bet', async () => {
    answerApi({ ...HONEST, '/bets?receipts=true': { ...bets, receipts: {} } })
    expect(await checkOwnBalance(FIRST)).toMatchObject({ status: 'right', isNamed: false })
    answerApi({
      ...HONEST,
      '/bets?receipts=true': { ...bets, receipts: { [bet.id]: house.bet(1).receipts } },
    })
    const { detail } = await failureOf(checkOwnBalance(FIRST))
    expect(detail).toBe('the receipt of bet 1 belongs to bet 2')
  })
})

describe('the Crash rounds of a day', () => {
  const rounds = (of: string) => ({ [`/crash/rounds?day=${of}`]: { rounds: [], next: null, day: of } })

  it('must be those in its own seal', async () => {
    answerApi({ ...HONEST, ...rounds(FIRST) })
    expect(await checkRoundsOf(FIRST)).toEqual({ status: 'right', rounds: 0 })
    answerApi({ ...HONEST, ...rounds(SECOND), [`/seals/${SECOND}`]: day.answer })
    const { detail } = await failureOf(checkRoundsOf(SECOND))
    expect(detail).toBe(`the server returned the seal of ${FIRST} for ${SECOND}`)
  })
})

describe('all seals', () => {
  it('are right after new days follow those that this device has checked', async () => {
    const days = sealed('1', FIRST, SECOND, THIRD)
    answerApi(list(days.slice(0, 2)))
    expect(await checkAllSeals()).toEqual({ status: 'right', first: FIRST, last: SECOND })
    answerApi(list(days))
    expect(await checkAllSeals()).toEqual({ status: 'right', first: FIRST, last: THIRD })
  })

  it('are wrong once they are signed again, and the stored seal is the proof', async () => {
    answerApi(list(sealed('1', FIRST, SECOND)))
    await checkAllSeals()
    const anew = sealed('2', FIRST, SECOND, THIRD)
    // The new chain is consistent in itself.
    answerApi(list(anew))
    const { detail, proof } = await failureOf(checkAllSeals())
    expect(detail).toBe(`the seal of ${SECOND} differs from the one that this device has checked before`)
    expect(await faultsIn(proof)).toEqual([`there are two seals of ${SECOND}`])
    // The device still stores the old seal.
    await failureOf(checkAllSeals())
    answerApi({
      ...HONEST,
      [`/seals/${SECOND}`]: anew[1]?.answer ?? {},
      [`/crash/rounds?day=${SECOND}`]: { rounds: [], next: null },
    })
    expect((await failureOf(checkRoundsOf(SECOND))).detail).toBe(detail)
  })

  it('are wrong once the newest one is gone', async () => {
    const days = sealed('1', FIRST, SECOND)
    answerApi(list(days))
    await checkAllSeals()
    for (const left of [days.slice(0, 1), []]) {
      answerApi(list(left))
      const { detail, proof } = await failureOf(checkAllSeals())
      expect(detail).toBe(`the seal of ${SECOND}, which this device has checked before, is gone`)
      expect(await proof.text()).toContain(JSON.stringify(days[1]?.signed.seal))
    }
  })

  it('are stored only when they are right, and the newest in any order', async () => {
    const days = sealed('1', FIRST, SECOND, THIRD)
    answerApi(list(days.slice(1)))
    expect((await failureOf(checkAllSeals())).detail).toBe(`seals before ${SECOND} are missing`)
    answerApi(list([...days].reverse()))
    expect(await checkAllSeals()).toEqual({ status: 'right', first: FIRST, last: THIRD })
    answerApi(list(days.slice(0, 2)))
    expect((await failureOf(checkAllSeals())).detail).toContain(`the seal of ${THIRD}`)
  })
})
