import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { DepositOffer, Promotion } from '#contract/promotions.ts'
import { useFormat } from '#i18n/use-format.ts'
import { KoiHero } from '#ui/art/KoiHero.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Hero } from '#ui/Hero.tsx'

type Terms = Pick<DepositOffer, 'bonusBps' | 'minUsd' | 'maxUsd' | 'coin'>

/** The standing offer: painted until the server says what it is, so that the largest text never waits. */
const USUAL_TERMS: Terms = { bonusBps: 18_000, minUsd: '10.00', maxUsd: '20000.00', coin: 'USDB' }

/** The bonus on the first deposit. */
export function HeroCarouselDepositSlide({ promotions }: { promotions: readonly Promotion[] | undefined }) {
  const { percent, usd, decimal } = useFormat()
  const offers = promotions?.flatMap(({ offer }) => offer ?? [])
  const terms = offers?.find(({ ordinal }) => ordinal === 1) ?? USUAL_TERMS
  const bonus = percent(terms.bonusBps)
  const least = usd(terms.minUsd)
  const most = `${decimal(terms.maxUsd)} ${terms.coin}`
  return (
    <Hero
      title={<Trans>{bonus} on your first deposit</Trans>}
      detail={
        <Trans>
          From {least} to {most}. Every game is provably fair.
        </Trans>
      }
      action={
        <Link
          to="."
          search={(old) => ({ ...old, panel: 'deposit' as const })}
          resetScroll={false}
          className={buttonClass({ size: 'sm' })}
        >
          <Trans>Deposit</Trans>
        </Link>
      }
      art={<KoiHero />}
    />
  )
}
