import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#i18n/use-format.ts'
import { promotionsQuery } from '#queries/promotions.queries.ts'
import { PromoContent } from '#ui/PromoContent.tsx'
import { KoiLogo } from '#ui/art/KoiLogo.tsx'
import { promoClass } from '#ui/promo-class.ts'
import styles from './BonusBanner.module.css'

/** 180% on each of the first two deposits: shown until the server's offers are loaded. */
const USUAL_BONUS_BPS = 36_000

/** Invitation to deposit in the side menu, with the sum of all deposit bonuses. */
export function BonusBanner({ onOpen }: { onOpen: () => void }) {
  const { percent } = useFormat()
  const { data: promotions } = useQuery(promotionsQuery)
  const offered = promotions?.reduce((sum, { offer }) => sum + (offer?.bonusBps ?? 0), 0)
  if (offered === 0) return null
  const bonus = percent(offered ?? USUAL_BONUS_BPS)
  return (
    <div className="p-3">
      <button type="button" aria-haspopup="dialog" className={promoClass} onClick={onOpen}>
        <PromoContent
          title={<Trans>Up to {bonus}</Trans>}
          detail={<Trans>Bonus on your deposits</Trans>}
          art={<KoiLogo size={76} className={styles.koi} />}
        />
      </button>
    </div>
  )
}
