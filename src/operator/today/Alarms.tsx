import { Trans, useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import type { Alarm } from '#contract/operator/today.ts'
import { Moment } from '#operator/parts/Moment.tsx'
import { consoleClass } from '#ui/console/console-class.ts'

export function Alarms({ alarms }: { alarms: readonly Alarm[] }) {
  const { t } = useLingui()
  if (alarms.length === 0) return null
  return (
    <section aria-label={t`Alarms`} aria-live="polite">
      <ul className="grid gap-2">
        {alarms.map(({ kind, message, firstAt, lastAt, times }) => (
          <li key={kind + message} className={consoleClass.alarm}>
            <TriangleAlert aria-hidden size={18} />
            <p lang="en">{message}</p>
            <p>
              <Trans>
                <code>{kind}</code> since <Moment at={firstAt} />, last <Moment at={lastAt} /> ({times}×)
              </Trans>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
