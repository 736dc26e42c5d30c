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
      lead={<Trans>Play for fun. These tools help you stay in control, and the server enforces them.</Trans>}
    >
      <PlayTools />
      <CoinsNote />
      <section aria-labelledby="signs" className="grid gap-2">
        <Heading level={2} id="signs">
          <Trans>When it stops being fun</Trans>
        </Heading>
        <Text tone="muted">
          <Trans>
            In the long run, every game costs you its house edge. No system wins it back, and playing longer
            does not either. Do you play to win back a loss, use money meant for something else, or hide how
            much you play? Then stop and talk to someone.
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
