import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Lock, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import { useBonuses } from '#queries/bonuses.queries.ts'
import { Note } from '#ui/Note.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { SentenceGap } from '#ui/SentenceGap.tsx'
import { hasJustRunOut, isEndingSoon, lockedSums } from './bonus-progress.ts'
import { symbolOf } from './bonus-words.ts'

/** Explains locked money and its end date, and a bonus that expired recently. */
export function LockedBonusNote() {
  const { i18n } = useLingui()
  const { decimal, date } = useFormat()
  const { data } = useBonuses()
  const [now] = useState(() => Date.now())
  const active = data?.bonuses.filter(({ status }) => status === 'active') ?? []
  const lapsed = data?.bonuses.filter((bonus) => hasJustRunOut(bonus, now)) ?? []
  const next = active.toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt))[0]
  if (!next && lapsed.length === 0) return null
  const sums = new Intl.ListFormat(i18n.locale).format(
    lockedSums(active).map(({ bonus, locked }) => `${decimal(locked)} ${symbolOf(bonus)}`),
  )
  const until = next ? date(new Date(next.expiresAt)) : ''
  const isSoon = next !== undefined && isEndingSoon(next, now)
  const Icon = isSoon ? TriangleAlert : Lock
  const link = (
    <Link to="/rewards" className={textLinkClass}>
      <Trans>See progress</Trans>
    </Link>
  )
  return (
    <div className="mb-4 grid gap-2">
      {next ? (
        <Note icon={<Icon aria-hidden size={16} />} tone={isSoon ? 'warning' : 'muted'}>
          {active.length === 1 ? (
            <Trans>
              {sums} of bonus money is locked. Bets with your balance release it until {until}. The rest is
              then lost.
            </Trans>
          ) : (
            <Trans>
              {sums} of bonus money is locked. Bets with your balance release it. The first bonus ends on{' '}
              {until}.
            </Trans>
          )}
          <SentenceGap />
          {link}
        </Note>
      ) : null}
      {lapsed.map((bonus) => {
        const symbol = symbolOf(bonus)
        const lost = decimal(bonus.lost)
        const at = date(new Date(bonus.endedAt ?? bonus.expiresAt))
        return (
          <Note key={bonus.id} icon={<TriangleAlert aria-hidden size={16} />} tone="warning">
            <Trans>
              A bonus expired on {at}: {lost} {symbol} were not released and are lost.
            </Trans>
            <SentenceGap />
            {next ? null : link}
          </Note>
        )
      })}
    </div>
  )
}
