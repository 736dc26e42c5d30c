import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centsOf } from '#contract/values.ts'
import { depositBonus } from '#features/deposit/bonus/deposit-bonus.ts'
import { compare, formatDecimal, type Decimal } from '#lib/decimal.ts'
import { bonusFor, playToRelease, releasedBy, unitsOfDollars } from '#server/bonuses/bonus-maths.ts'
import { toDecimal } from '#server/coins/units.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import { edgeOf } from '#server/play/plan-play.ts'

const OFFER = {
  ordinal: 1,
  bonusBps: 18_000,
  minUsd: '10.00',
  maxUsd: '20000.00',
  coin: 'USDB',
  releaseBps: 2_000,
  edgeBps: 100,
  releaseDays: 60,
}
const DECIMALS = 8

describe('the bonus of a deposit', () => {
  it.each([
    [999n, '0'],
    [1_000n, '18'],
    [1_234n, '22.212'],
    [2_000_000n, '36000'],
    [2_000_001n, '36000'],
    [10n ** 15n, '36000'],
  ])('is worth %i cents', (cents, bonus) => {
    expect(toDecimal(bonusFor(cents, OFFER, DECIMALS), DECIMALS)).toBe(bonus)
  })

  it('is rounded down to the smallest unit of every coin', () => {
    expect(bonusFor(1_001n, { ...OFFER, bonusBps: 3_333 }, 2)).toBe(333n)
  })

  it("and its wagering cost are the same in the browser's calculator", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 4_000_000n), fc.integer({ min: 1, max: 1_000 }), (cents, edgeBps) => {
        const shown = depositBonus(OFFER, { units: cents, scale: 2 }, edgeBps)
        const bonus = bonusFor(cents, OFFER, DECIMALS)
        expect(formatDecimal(shown.bonus)).toBe(toDecimal(bonus, DECIMALS))
        const cost = playToRelease(bonus, DECIMALS, { edgeBps, releaseBps: OFFER.releaseBps })
        // The browser rounds half a cent up, and the server every fraction of a cent.
        const above: Decimal = { units: cost, scale: 2 }
        const below: Decimal = { units: cost > 0n ? cost - 1n : 0n, scale: 2 }
        expect(compare(shown.playToRelease, above)).toBeLessThanOrEqual(0)
        expect(compare(shown.playToRelease, below)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('the part of a bonus that a bet releases', () => {
  it('is edge × share in 10⁻⁸ dollars, rounded down', () => {
    expect(releasedBy(100_000_000n, 2_000)).toBe(20_000_000n)
    expect(releasedBy(4n, 2_000)).toBe(0n)
    expect(releasedBy(5n, 2_000)).toBe(1n)
    expect(releasedBy(0n, 2_000)).toBe(0n)
  })

  it('loses at most one unit a bet when the stake is split over several bets', () => {
    const edges = fc.array(fc.bigInt(1n, 10n ** 14n), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(edges, fc.integer({ min: 1, max: 10_000 }), (parts, releaseBps) => {
        const release = (edge: bigint) => releasedBy(edge, releaseBps)
        const whole = release(parts.reduce((sum, each) => sum + each))
        const sum = parts.map(release).reduce((all, each) => all + each)
        expect(sum).toBeLessThanOrEqual(whole)
        expect(whole - sum).toBeLessThan(BigInt(parts.length))
      }),
    )
  })

  it('adds up to the whole bonus once the announced wagering is played', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 36_000n * 10n ** 8n),
        fc.integer({ min: 1, max: 1_000 }),
        (units, edgeBps) => {
          const cost = playToRelease(units, DECIMALS, { edgeBps, releaseBps: 2_000 })
          const usd = cost * 10n ** BigInt(DOLLAR_DECIMALS - 2)
          expect(releasedBy(edgeOf(usd, edgeBps), 2_000)).toBeGreaterThanOrEqual(units)
        },
      ),
    )
  })

  it('is rounded down for coins with fewer decimals', () => {
    expect(unitsOfDollars(123_456_789n, 6)).toBe(1_234_567n)
    expect([centsOf('10.00'), centsOf('20000'), centsOf('0.5')]).toEqual([1_000n, 2_000_000n, 50n])
  })
})
