import { Trans, useLingui } from '@lingui/react/macro'
import { useStore } from '#lib/use-store.ts'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import { usePlayEngine } from '#features/play/play-context.ts'
import { ClientSeedForm } from './ClientSeedForm.tsx'
import { PastPairs } from './PastPairs.tsx'
import { RotateSeeds } from './RotateSeeds.tsx'
import { SeedRow } from './SeedRow.tsx'
import { shortHex } from '#features/play/short-hex.ts'

interface SeedsSheetProps {
  isOpen: boolean
  onClose: () => void
}

/** The seeds in play, how to change them, and those that have been revealed. */
export function SeedsSheet({ isOpen, onClose }: SeedsSheetProps) {
  const { t } = useLingui()
  const engine = usePlayEngine()
  const pair = useStore(engine.seeds.current)
  const isDemo = useStore(engine.balance)?.isDemo ?? false
  return (
    <Overlay open={isOpen} onClose={onClose} placement="bottom" title={t`Seeds`} isTall>
      <div className="grid grid-cols-1 gap-5">
        <Text size={3} tone="muted">
          <Trans>
            Your results are worked out from a secret server seed, your client seed and a number that counts
            your bets. The hash of the server seed is shown before you play, so it cannot be changed any more.
            When you rotate, the seed is revealed, and every bet made with it can be checked.
          </Trans>
        </Text>
        <section className="grid grid-cols-1 gap-1">
          <div className="flex flex-wrap items-center gap-2.5">
            <Heading level={3} size="card">
              <Trans>In use now</Trans>
            </Heading>
            {isDemo ? (
              <Badge tone="gold">
                <Trans>Demo</Trans>
              </Badge>
            ) : null}
          </div>
          {pair ? (
            <dl>
              <SeedRow
                label={t`Server seed hash`}
                caption={<Trans>the seed itself stays secret until you rotate</Trans>}
                value={pair.serverSeedHash}
                short={shortHex(pair.serverSeedHash)}
                copy={{ label: t`Copy server seed hash`, done: t`Server seed hash copied` }}
              />
              <SeedRow
                label={t`Nonce`}
                caption={<Trans>bets made with this pair</Trans>}
                value={`${pair.nonce}`}
              />
              <SeedRow
                label={t`Next server seed hash`}
                caption={<Trans>of the seed that comes after rotating</Trans>}
                value={pair.nextServerSeedHash}
                short={shortHex(pair.nextServerSeedHash)}
                copy={{ label: t`Copy next server seed hash`, done: t`Next server seed hash copied` }}
              />
            </dl>
          ) : (
            <div aria-busy="true">
              <Skeleton shape="box" height="11.25rem" />
            </div>
          )}
        </section>
        {pair ? <ClientSeedForm key={pair.clientSeed} pair={pair} /> : null}
        <RotateSeeds />
        <PastPairs />
      </div>
    </Overlay>
  )
}
