import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Blocks } from 'lucide-react'
import type { ReactNode } from 'react'
import { connection } from '#api/connection.ts'
import type { ProviderRound } from '#contract/provider-games.ts'
import { providerRoundsQuery } from '#features/provider-games/provider-rounds.ts'
import { useStore } from '#lib/use-store.ts'
import { Invitation } from '#session/Invitation.tsx'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Banner } from '#ui/Banner.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Heading } from '#ui/Heading.tsx'
import { historyClass } from '#ui/history-class.ts'
import { PagedList, type PagedListProps } from '#ui/PagedList.tsx'
import { Text } from '#ui/Text.tsx'
import { RoundRow } from './RoundRow.tsx'
import { RoundSheet } from './RoundSheet.tsx'

interface ProviderRoundsProps {
  /** Id of the open round, from the address. */
  line: string | undefined
  /** Links to the other histories. */
  views: ReactNode
}

/** Rounds in games of other providers, the newest first. */
export function ProviderRounds({ line, views }: ProviderRoundsProps) {
  const { t } = useLingui()
  const isOffline = useStore(connection) === 'offline'
  const query = useInfiniteQuery(providerRoundsQuery(undefined))
  const rounds = query.data?.pages.flatMap((page) => page.rounds) ?? []
  return (
    <div className={historyClass.page}>
      <div className={historyClass.tools}>
        <div className="grid grid-cols-1 gap-1.5">
          <Heading level={1} size="title">
            {t`History`}
          </Heading>
          <Text size={3} tone="muted">
            <Trans>Rounds in games of other providers. Koi cannot verify their results.</Trans>
          </Text>
        </div>
        {isOffline && query.data ? (
          <Banner inset tone="offline">
            <Trans>You are offline. This was saved on this device.</Trans>
          </Banner>
        ) : null}
        {views}
      </div>
      <AnswerGate query={query}>
        {() =>
          rounds.length > 0 ? (
            <RoundList rounds={rounds} pages={query} />
          ) : (
            <EmptyState
              icon={<Blocks aria-hidden size={26} />}
              title={t`No rounds with other providers yet`}
              detail={<Trans>Each round is listed here, with the number that its provider gave it.</Trans>}
              action={
                <Invitation>
                  <Link
                    to="/games"
                    search={{ group: 'provider' }}
                    className={buttonClass({ variant: 'secondary' })}
                  >
                    <Trans>Games by provider</Trans>
                  </Link>
                </Invitation>
              }
            />
          )
        }
      </AnswerGate>
      <RoundSheet rounds={rounds} open={line} />
    </div>
  )
}

interface RoundListProps {
  rounds: readonly ProviderRound[]
  pages: PagedListProps['pages']
}

function RoundList({ rounds, pages }: RoundListProps) {
  const navigate = useNavigate({ from: '/history' })
  const open = (line: string) =>
    void navigate({
      to: '/history',
      search: (old) => ({ ...old, line }),
      state: (old) => ({ ...old, openedPanel: true }),
      resetScroll: false,
    })
  return (
    <PagedList pages={pages} end={<Trans>These are all rounds.</Trans>}>
      <ul className="grid grid-cols-1 -mx-3">
        {rounds.map((round) => (
          <li key={round.id}>
            <RoundRow round={round} onOpen={open} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}
