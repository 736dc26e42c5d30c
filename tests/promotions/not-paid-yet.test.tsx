// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MemberBenefits } from '#features/account/login/MemberBenefits.tsx'
import { OfferCard } from '#features/promotions/OfferCard.tsx'
import { ReferralGuide } from '#features/promotions/ReferralGuide.tsx'
import { PROMOTIONS } from '#server/promotions/promotions.seed.ts'
import { renderInEnglish } from '../ui/render-in-english.tsx'

const offerOf = (slug: string) => {
  const found = PROMOTIONS.find((promotion) => promotion.slug === slug)
  if (!found) throw new Error(`There is no promotion ${slug}`)
  return found
}
/** Words that promise money to a reader. */
const PAYS = /\bearn|Koi pays you|Valid from|Soon\b/i

describe('referral, which Koi does not pay yet', () => {
  it('the offer says so and is not called valid', () => {
    const { container } = renderInEnglish(<OfferCard promotion={offerOf('referral')} />)
    expect(container.textContent).toMatch(/not paid yet/i)
    expect(container.textContent).not.toMatch(PAYS)
    expect(offerOf('referral').summary['zh-CN']).toMatch(/目前还不(?:能|发放)/)
  })

  it.each(['second-deposit', 'rakeback'])('the offer %s, which pays, shows its dates', (slug) => {
    renderInEnglish(<OfferCard promotion={offerOf(slug)} />)
    expect(screen.getByText(/^Valid from/)).toBeTruthy()
    expect(screen.queryByText('Not paid yet')).toBeNull()
  })

  it.each([
    ['the page about referral', <ReferralGuide key="guide" />],
    ['what members get', <MemberBenefits key="benefits" />],
  ])('%s promises no money', (_, element) => {
    const { container } = renderInEnglish(element)
    expect(container.textContent).toMatch(/not paid yet|does not pay/i)
    expect(container.textContent).not.toMatch(PAYS)
  })
})
