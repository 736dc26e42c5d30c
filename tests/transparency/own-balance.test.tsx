// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OwnBalance } from '#features/transparency/seals/OwnBalance.tsx'
import { storeAccessToken } from '#session/access-token.actions.ts'
import { createReceiptHouse } from '../fair/receipt-house.ts'
import { createSealHouse } from '../fair/seal-house.ts'
import { answerApi } from '../support/answered-api.ts'

const DAY = '2026-11-25'
const house = createReceiptHouse()
const bet = house.bet(59.67)
const made = createSealHouse(house.signText).seal(DAY, [], { 'p-1': [3n, 4n] })
const seal = { day: DAY, ...made.signed }

async function check(sealedBalances: readonly object[], receipts: object): Promise<HTMLElement> {
  answerApi({
    '/config': { receiptKeys: [house.key] },
    [`/seals/${DAY}`]: seal,
    [`/seals/${DAY}/balance`]: { seal, sealedBalances },
    '/bets?receipts=true': { bets: [{ id: bet.id }], next: null, receipts },
  })
  render(
    <I18nProvider i18n={i18n}>
      <OwnBalance day={DAY} />
    </I18nProvider>,
  )
  fireEvent.click(screen.getByRole('button'))
  await screen.findByText(/in the seal of 2026-11-25/)
  return screen.getByRole('status')
}

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en-US', messages: {} })
  storeAccessToken('a-token-of-somebody')
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

it("shows in green that the player's balance is proven to be counted", async () => {
  const status = await check([made.sealedBalance('p-1')], { [bet.id]: bet.receipts })
  expect(status.textContent).toContain(`Your balance is in the seal of ${DAY}`)
  expect(status.textContent).not.toContain('cannot tell')
  expect(status.querySelector('.bg-jade-soft')).not.toBeNull()
})

it('lets the player judge if an empty balance is right', async () => {
  const status = await check([], { [bet.id]: bet.receipts })
  expect(status.textContent).toContain(`Nothing is counted for you in the seal of ${DAY}`)
  expect(status.textContent).toContain('That is right only if you had nothing')
  expect(status.querySelector('.bg-jade-soft')).toBeNull()
})

it('says that a balance without a receipt may be another player’s', async () => {
  const status = await check([made.sealedBalance('p-1')], {})
  expect(status.textContent).toContain(`A balance is in the seal of ${DAY}`)
  expect(status.textContent).toContain('this device cannot tell')
  expect(status.querySelector('.bg-jade-soft')).toBeNull()
})
