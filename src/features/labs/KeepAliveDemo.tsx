import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Stat } from '#ui/Stat.tsx'
import { Text } from '#ui/Text.tsx'
import { TextField } from '#ui/TextField.tsx'
import { DemoIntro } from './DemoIntro.tsx'

/** A kept-alive screen: while it is hidden, state and DOM stay and effects pause. */
export function KeepAliveDemo() {
  const { t } = useLingui()
  const { integer } = useFormat()
  const [mount] = useState(recordMount)
  const [text, setText] = useState('')
  const [seconds, setSeconds] = useState(0)
  const { shows } = useStore(keepAliveLog)

  const number = integer(mount)

  useEffect(() => {
    recordShow()
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000)
    return () => clearInterval(timer)
  }, [])

  return (
    <div className="grid grid-cols-1 gap-5 px-4 max-w-160">
      <DemoIntro title={<Trans>Kept alive</Trans>}>
        <Trans>
          This page stays in memory when you leave it: the text remains, and the clock stands still until you
          are back.
        </Trans>
      </DemoIntro>
      <TextField
        label={t`Type something, go to another page, come back`}
        value={text}
        autoComplete="off"
        maxLength={120}
        onChange={(event) => setText(event.target.value)}
      />
      <Stat label={t`Seconds in view`} value={<span role="timer">{integer(seconds)}</span>} />
      <DefinitionList
        facts={[
          { term: t`Built from nothing`, value: t`No. ${number}` },
          { term: t`Came into view`, value: integer(shows) },
        ]}
      />
      <Text size={3} tone="muted">
        <Trans>
          When you come back, only the second number goes up. Koi keeps up to four such pages and drops the
          oldest first.
        </Trans>
      </Text>
    </div>
  )
}

/** Number of mounts, and of times it became visible, since the page was loaded. */
const keepAliveLog = createStore({ mounts: 0, shows: 0 })

/** Call once for each mount. */
function recordMount(): number {
  const log = keepAliveLog.get()
  keepAliveLog.set({ ...log, mounts: log.mounts + 1 })
  return log.mounts + 1
}

function recordShow(): void {
  const log = keepAliveLog.get()
  keepAliveLog.set({ ...log, shows: log.shows + 1 })
}
