import { Trans, useLingui } from '@lingui/react/macro'
import type { SeedsOfBet } from '#features/play/play-engine.ts'
import { SeedRow } from './SeedRow.tsx'
import { shortHex } from '#features/play/short-hex.ts'

/** Everything a bet's result depends on. */
export function BetInputs({ seeds }: { seeds: SeedsOfBet }) {
  const { t } = useLingui()
  const { serverSeedHash, serverSeed, clientSeed, nonce } = seeds
  return (
    <dl>
      <SeedRow
        label={t`Server seed hash`}
        caption={<Trans>shown before the bet</Trans>}
        value={serverSeedHash}
        short={shortHex(serverSeedHash)}
        copy={{ label: t`Copy server seed hash`, done: t`Server seed hash copied` }}
      />
      {serverSeed === null ? (
        <SeedRow
          label={t`Server seed`}
          caption={<Trans>secret so far</Trans>}
          value={t`revealed when you rotate`}
        />
      ) : (
        <SeedRow
          label={t`Server seed`}
          caption={<Trans>revealed</Trans>}
          value={serverSeed}
          short={shortHex(serverSeed)}
          copy={{ label: t`Copy server seed`, done: t`Server seed copied` }}
        />
      )}
      <SeedRow
        label={t`Client seed`}
        caption={<Trans>yours</Trans>}
        value={clientSeed}
        copy={{ label: t`Copy client seed`, done: t`Client seed copied` }}
      />
      <SeedRow
        label={t`Nonce`}
        caption={<Trans>counts the bets of this pair, from 0</Trans>}
        value={`${nonce}`}
      />
    </dl>
  )
}
