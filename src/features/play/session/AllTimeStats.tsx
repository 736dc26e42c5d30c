import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Divider } from '#ui/Divider.tsx'
import { Heading } from '#ui/Heading.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import type { BetGame } from '#features/play/play-engine.ts'
import { AllTimeFigures } from './AllTimeFigures.tsx'

/** What all bets that are stored came to, in this game or in all of them. */
export function AllTimeStats({ game }: { game: BetGame }) {
  const { t } = useLingui()
  const headingId = useId()
  const [scope, setScope] = useState<'game' | 'all'>('game')
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby={headingId}>
      <Divider />
      <Heading level={3} size="section" id={headingId}>
        <Trans>All time</Trans>
      </Heading>
      <SegmentedControl
        label={t`Bets counted`}
        options={[
          { value: 'game', label: t`This game` },
          { value: 'all', label: t`All games` },
        ]}
        value={scope}
        onChange={setScope}
      />
      <AllTimeFigures key={scope} game={scope === 'game' ? game : undefined} />
    </section>
  )
}
