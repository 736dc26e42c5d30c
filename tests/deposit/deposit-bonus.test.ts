import { describe, expect, it } from 'vitest'
import type { DepositOffer } from '#contract/promotions.ts'
import { depositBonus } from '#features/deposit/bonus/deposit-bonus.ts'
import { formatDecimal, type Decimal } from '#lib/decimal.ts'
import { parseTypedAmount } from '#lib/typed-number.ts'

const OFFER: DepositOffer = {
  ordinal: 1,
  bonusBps: 18_000,
  minUsd: '10.00',
  maxUsd: '20000.00',
  coin: 'USDB',
  releaseBps: 2_000,
  edgeBps: 100,
  releaseDays: 60,
}
const usd = (text: string): Decimal => parseTypedAmount(text, 2) ?? { units: -1n, scale: 0 }
const offered = (deposit: string, edgeBps = 100) => {
  const { bonus, playToRelease, bound } = depositBonus(OFFER, usd(deposit), edgeBps)
  return [formatDecimal(bonus), formatDecimal(playToRelease), bound]
}

describe('depositBonus', () => {
  it('is 180% of the deposit, and play releases it by 20% of its house edge', () => {
    expect(offered('100')).toEqual(['180', '90000', 'within'])
    expect(offered('10')).toEqual(['18', '9000', 'within'])
    expect(offered('12.34')).toEqual(['22.212', '11106', 'within'])
  })
  it('is zero below the minimum', () => expect(offered('9.99')).toEqual(['0', '0', 'below-minimum']))
  it('counts no more than the maximum', () => {
    expect(offered('20000')).toEqual(['36000', '18000000', 'within'])
    expect(offered('20000.01')).toEqual(['36000', '18000000', 'above-maximum'])
  })
  it('needs less play at a higher edge', () => expect(offered('100', 200)[1]).toBe('45000'))
})
