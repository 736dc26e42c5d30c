// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { MemberBenefits } from '#features/account/login/MemberBenefits.tsx'
import { ReferralGuide } from '#features/promotions/ReferralGuide.tsx'
import { renderInEnglish } from '../ui/render-in-english.tsx'

/** Words that promise money to a reader. */
const PAYS = /\bearn|comes back to you|claim it at any time|Koi pays you|Valid from|Soon\b/i

describe('rakeback and referral, which Koi does not pay yet', () => {
  it.each([
    ['the page about referral', <ReferralGuide key="guide" />],
    ['what members get', <MemberBenefits key="benefits" />],
  ])('%s promises no money', (_, element) => {
    const { container } = renderInEnglish(element)
    expect(container.textContent).toMatch(/not paid yet|does not pay/i)
    expect(container.textContent).not.toMatch(PAYS)
  })
})
