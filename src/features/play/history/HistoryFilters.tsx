import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { chipClass } from '#ui/chip-class.ts'
import { ChoiceRow } from '#ui/ChoiceRow.tsx'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { GIFT_GAMES } from '#rules/fair-games.ts'
import { PLAY_GAMES, SHARED_GAMES } from '#rules/play-games.ts'
import type { HistorySearch } from './history-search.ts'
import { MoreHistoryFilters } from './MoreHistoryFilters.tsx'
import type { BetGame } from '#features/play/play-engine.ts'
import { useGameNames, usePlayEngine } from '#features/play/play-context.ts'

const ANY = 'any'

export function HistoryFilters({ search }: { search: HistorySearch }) {
  const gameNames = useGameNames()
  const { t, i18n } = useLingui()
  const { demo } = usePlayEngine()
  const games = [...PLAY_GAMES, ...SHARED_GAMES, ...(demo ? [] : GIFT_GAMES)]
  const navigate = useNavigate({ from: '/history' })
  const chip = (game: BetGame | undefined) => ({
    from: '/history' as const,
    to: '/history' as const,
    search: (old: HistorySearch) => ({ ...old, game }),
    replace: true,
    resetScroll: false,
    className: chipClass(search.game === game),
    activeOptions: { exact: true, includeSearch: true },
    'aria-current': search.game === game ? ('true' as const) : undefined,
  })
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="-mx-4">
        <ChoiceRow label={t`Games`}>
          <Link {...chip(undefined)}>
            <Trans>All games</Trans>
          </Link>
          {games.map((game) => {
            const { Icon, name } = gameNames(game)
            return (
              <Link key={game} {...chip(game)}>
                <Icon aria-hidden size={15} />
                <span>{i18n._(name)}</span>
              </Link>
            )
          })}
        </ChoiceRow>
      </div>
      <SegmentedControl
        label={t`Result`}
        className="max-w-90"
        options={[
          { value: ANY, label: t`All` },
          { value: 'won', label: t`Won` },
          { value: 'lost', label: t`Lost` },
        ]}
        value={search.result ?? ANY}
        onChange={(result) =>
          void navigate({
            to: '/history',
            search: (old) => ({ ...old, result: result === ANY ? undefined : result }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <MoreHistoryFilters search={search} />
    </div>
  )
}
