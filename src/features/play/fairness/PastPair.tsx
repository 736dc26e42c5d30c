import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useFormat } from '#i18n/use-format.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/Card.tsx'
import type { PastSeedPair } from '#features/play/play-engine.ts'
import { PairCheckStatus } from './PairCheckStatus.tsx'
import { SeedRow } from './SeedRow.tsx'
import { shortHex } from '#features/play/short-hex.ts'

/** One revealed pair, and the way to its bets; a list item. */
export function PastPair({ pair }: { pair: PastSeedPair }) {
  const { t } = useLingui()
  const { moment } = useFormat()
  const { serverSeed, serverSeedHash, clientSeed, betCount, revealedAt } = pair
  const revealed = moment(new Date(revealedAt))
  return (
    <Card as="li" tone="raised">
      <dl>
        <SeedRow
          label={t`Server seed`}
          caption={<Trans>revealed {revealed}</Trans>}
          value={serverSeed}
          short={shortHex(serverSeed)}
          copy={{ label: t`Copy server seed`, done: t`Server seed copied` }}
        />
        <SeedRow
          label={t`Server seed hash`}
          caption={<Trans>its SHA-256</Trans>}
          value={serverSeedHash}
          short={shortHex(serverSeedHash)}
          copy={{ label: t`Copy server seed hash`, done: t`Server seed hash copied` }}
        />
        <SeedRow
          label={t`Client seed`}
          caption={<Plural value={betCount} _0="no bets" one="# bet" other="# bets" />}
          value={clientSeed}
          copy={{ label: t`Copy client seed`, done: t`Client seed copied` }}
        />
      </dl>
      {betCount > 0 ? (
        <div className="grid grid-cols-1 gap-2.5">
          <PairCheckStatus pair={pair} />
          <Link
            to="/history"
            search={({ coin }) => ({ pair: serverSeedHash, coin })}
            replace
            className={buttonClass({ variant: 'secondary', size: 'sm', block: true })}
          >
            <Trans>Show its bets</Trans>
          </Link>
        </div>
      ) : null}
    </Card>
  )
}
