import { Trans } from '@lingui/react/macro'
import { HelpList } from './HelpList.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { CoinsNote } from './CoinsNote.tsx'
import { PlayTools } from './PlayTools.tsx'

/** The tools that keep play within what one wants, their state, and where to get help. */
export function ResponsiblePlayPage() {
  return (
    <PageFrame
      title={<Trans>Responsible play</Trans>}
      lead={<Trans>Play is for fun. These tools keep it that way, and the server holds you to them.</Trans>}
    >
      <PlayTools />
      <CoinsNote />
      <section aria-labelledby="signs" className="grid gap-2">
        <Heading level={2} id="signs">
          <Trans>When it stops being fun</Trans>
        </Heading>
        <Text tone="muted">
          <Trans>
            Every game here costs its house edge in the long run: no system and no persistence wins it back.
            Playing to recover a loss, playing with money meant for something else, or hiding how much you
            play are signs to stop and talk to someone.
          </Trans>
        </Text>
      </section>
      <section aria-labelledby="help" className="grid gap-2.5 scroll-mt-20">
        <Heading level={2} id="help">
          <Trans>Where to get help</Trans>
        </Heading>
        <Text tone="muted">
          <Trans>Free and confidential. These links leave Koi and open in a new tab.</Trans>
        </Text>
        <HelpList />
      </section>
    </PageFrame>
  )
}
