// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MemberBenefits } from '#features/account/login/MemberBenefits.tsx'
import { OfferCard } from '#features/promotions/OfferCard.tsx'
import { PROMOTIONS } from '#server/promotions/promotions.seed.ts'
import { renderInEnglish } from '../ui/render-in-english.tsx'

const offerOf = (slug: string) => {
  const found = PROMOTIONS.find((promotion) => promotion.slug === slug)
  if (!found) throw new Error(`There is no promotion ${slug}`)
  return found
}
/** Words that promise money to a reader. */
const PAYS = /\bearn|comes back to you|claim it at any time|Koi pays you|Valid from|Soon\b/i

describe('rakeback, which Koi does not pay yet', () => {
  it.each(['rakeback'])('the offer of %s says so and is not called valid', (slug) => {
    const { container } = renderInEnglish(<OfferCard promotion={offerOf(slug)} />)
    expect(container.textContent).toMatch(/not paid yet/i)
    expect(container.textContent).not.toMatch(PAYS)
    expect(offerOf(slug).summary['zh-CN']).toMatch(/目前还不(?:能|发放)/)
  })

  it('an offer that pays shows its dates', () => {
    renderInEnglish(<OfferCard promotion={offerOf('second-deposit')} />)
    expect(screen.getByText(/^Valid from/)).toBeTruthy()
    expect(screen.queryByText('Not paid yet')).toBeNull()
  })

  it('is marked so among what members get', () => {
    const { container } = renderInEnglish(<MemberBenefits />)
    const rows = [...container.querySelectorAll('li')].filter((row) => /rakeback/i.test(row.textContent))
    expect(rows.map((row) => /not paid yet/i.test(row.textContent))).toEqual([true])
  })
})
