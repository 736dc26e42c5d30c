import { useLingui } from '@lingui/react/macro'
import { payoutOf } from '#fair/multiplier.ts'
import { plinkoMultipliers } from '#rules/plinko/plinko.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { useShownBalance } from '#features/play/session/use-shown-balance.ts'
import { useStakeEntry } from '#features/play/stake/use-stake-entry.ts'
import { useStore } from '#lib/use-store.ts'
import { usePlinkoPlay } from './plinko-play.ts'
import styles from './plinko.module.css'
import { useBucketText } from './use-bucket-text.ts'

/** Hidden from screen readers, to which the picker says the same. */
export function PlinkoBucketFacts({ bucket }: { bucket: number }) {
  const play = usePlinkoPlay()
  const { t } = useLingui()
  const params = useStore(play.params)
  const balance = useShownBalance()
  const { stake } = useStakeEntry(play)
  const { coins } = usePlayFormat()
  const { pays, chance } = useBucketText()
  const multiplier = plinkoMultipliers(params)[bucket] ?? 0
  return (
    <dl className={`num ${styles.facts}`} aria-hidden>
      <div>
        <dt>{t`Pays`}</dt>
        <dd translate="no">{`${pays(multiplier)}×`}</dd>
      </div>
      <div>
        <dt>{t`Chance`}</dt>
        <dd translate="no">{`${chance(params.rows, bucket)}%`}</dd>
      </div>
      {balance && stake !== undefined ? (
        <div>
          <dt>{t`Payout`}</dt>
          <dd>{coins(payoutOf(stake, multiplier), balance)}</dd>
        </div>
      ) : null}
    </dl>
  )
}
