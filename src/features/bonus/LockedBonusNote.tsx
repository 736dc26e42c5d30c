import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Lock, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import { useBonuses } from '#lib/use-bonuses.ts'
import { Note } from '#ui/Note.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { hasJustRunOut, isEndingSoon } from './bonus-progress.ts'
import { symbolOf } from './bonus-words.ts'

/** Why money is locked, until when, and the bonus that lapsed lately; nothing where there is none. */
export function LockedBonusNote() {
  const { decimal, date } = useFormat()
  const { data } = useBonuses()
  const [now] = useState(() => Date.now())
  const shown = data?.bonuses.filter((bonus) => bonus.status === 'active' || hasJustRunOut(bonus, now)) ?? []
  const notes = shown.map((bonus) => {
    const symbol = symbolOf(bonus)
    const locked = decimal(bonus.locked)
    const lost = decimal(bonus.lost)
    const at = date(new Date(bonus.endedAt ?? bonus.expiresAt))
    const isNews = bonus.status !== 'active' || isEndingSoon(bonus, now)
    const Icon = isNews ? TriangleAlert : Lock
    return (
      <Note key={bonus.id} icon={<Icon aria-hidden size={16} />} tone={isNews ? 'warning' : 'muted'}>
        {bonus.status === 'active' ? (
          <Trans>
            {locked} {symbol} of a bonus are locked. Bets for money release them until {at}; what is left then
            lapses.
          </Trans>
        ) : (
          <Trans>
            A bonus ran out on {at}: {lost} {symbol} that were not released have lapsed.
          </Trans>
        )}{' '}
        <Link to="/rewards" className={textLinkClass}>
          <Trans>See progress</Trans>
        </Link>
      </Note>
    )
  })
  return notes.length === 0 ? null : <div className="mb-4 grid gap-2">{notes}</div>
}
