import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DepositOffer } from '#contract/promotions.ts'
import { useFormat } from '#i18n/use-format.ts'
import { promotionsQuery } from '#queries/promotions.queries.ts'
import { buttonClass } from '#ui/button-class.ts'
import { LobbyHero } from '#ui/LobbyHero.tsx'

type Terms = Pick<DepositOffer, 'bonusBps' | 'minUsd' | 'maxUsd' | 'coin'>

/** The standing offer, painted before the server answers, so that the largest text does not delay the first paint. */
const USUAL_TERMS: Terms = { bonusBps: 18_000, minUsd: '10.00', maxUsd: '20000.00', coin: 'USDB' }

/** The offer for a first deposit. An operator without it has the lobby say how results are checked. */
export function LobbyOffer() {
  const { data: promotions } = useQuery(promotionsQuery)
  const { percent, usd, decimal } = useFormat()
  const isOffered = promotions?.some(({ kind }) => kind === 'deposit') ?? true
  if (!isOffered) return <FairnessOffer />
  const offers = promotions?.flatMap(({ offer }) => offer ?? [])
  const terms = offers?.find(({ ordinal }) => ordinal === 1) ?? USUAL_TERMS
  const bonus = percent(terms.bonusBps)
  const least = usd(terms.minUsd)
  const most = `${decimal(terms.maxUsd)} ${terms.coin}`
  return (
    <LobbyHero
      title={<Trans>{bonus} on your first deposit</Trans>}
      detail={<Trans>From {least}</Trans>}
      more={
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
    />
  )
}

function FairnessOffer() {
  return (
    <LobbyHero
      title={<Trans>Check every result yourself</Trans>}
      detail={<Trans>Every game is provably fair.</Trans>}
      more={<Trans>Each result comes from seeds that you can verify.</Trans>}
      action={
        <Link to="/promotion" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          <Trans>See how</Trans>
        </Link>
      }
    />
  )
}
