import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useStore } from '#lib/use-store.ts'
import { useFormat } from '#i18n/use-format.ts'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import type { BetGame } from '#features/play/play-engine.ts'
import { autoPlayEndWords } from './auto-play-end-words.ts'
import { autoPlayLog } from './auto-play-log.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'

export function AutoPlayLog({ game }: { game: BetGame }) {
  const { i18n } = useLingui()
  const { moment } = useFormat()
  const { signedCoins } = usePlayFormat()
  const runs = useStore(autoPlayLog).filter((run) => run.game === game)
  if (runs.length === 0) return null
  return (
    <section className="grid gap-2" aria-labelledby="auto-play-log" data-testid="auto-play-log">
      <Heading level={3} size="card" id="auto-play-log">
        <Trans>Auto-play on this device</Trans>
      </Heading>
      <ul className="grid gap-2.5">
        {runs.map((run) => (
          <li key={run.id} className="grid gap-0.5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <Text as="span" size={3} weight={650} num>
                <span>{`${moment(new Date(run.at))} ·`}</span>{' '}
                <Plural value={run.bets} one="# bet" other="# bets" />
              </Text>
              <Text as="span" size={3} weight={650} num tone={toneOf(run.net)}>
                {signedCoins(run.net, run.coin)}
              </Text>
            </div>
            <Text size={3} tone="muted">
              {i18n._(autoPlayEndWords(run))}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}

const toneOf = (net: bigint) => (net > 0n ? 'jade' : net < 0n ? 'danger' : 'default')
