import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { User } from 'lucide-react'
import type { Friend } from '#contract/referral.ts'
import { useFormat } from '#i18n/use-format.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Button } from '#ui/Button.tsx'
import { Heading } from '#ui/Heading.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Name } from '#ui/Name.tsx'
import { Text } from '#ui/Text.tsx'
import { friendsQuery } from './referral.queries.ts'

/** Friends whom the player has invited, newest first. */
export function FriendList({ count }: { count: number }) {
  const query = useInfiniteQuery(friendsQuery)
  const { integer } = useFormat()
  const shown = integer(count)
  return (
    <section aria-labelledby="friends" className="grid grid-cols-1 gap-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Heading level={2} id="friends">
          <Trans>Friends</Trans>
        </Heading>
        <Text as="span" size={3} tone="muted" num>
          {shown}
        </Text>
      </div>
      <AnswerGate query={query}>
        {({ pages }) => (
          <>
            <ul className="grid grid-cols-1 gap-2.5 lg:grid-cols-2">
              {pages
                .flatMap(({ friends }) => friends)
                .map((friend) => (
                  <li key={friend.number}>
                    <FriendRow friend={friend} />
                  </li>
                ))}
            </ul>
            {query.hasNextPage ? (
              <Button
                variant="secondary"
                className="justify-self-center"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                <Trans>Show more</Trans>
              </Button>
            ) : null}
          </>
        )}
      </AnswerGate>
    </section>
  )
}

function FriendRow({ friend: { number, name, since, claimedUsd } }: { friend: Friend }) {
  const { t } = useLingui()
  const { date, decimal } = useFormat()
  const from = date(new Date(since))
  const claimed = `$${decimal(claimedUsd, 2, 4)}`
  return (
    <ListRow
      icon={<User aria-hidden size={20} />}
      title={name === null ? t`Friend ${number}` : <Name>{name}</Name>}
      subtitle={<Trans>Since {from}</Trans>}
      trailing={
        <span className="grid justify-items-end">
          <Text as="span" weight={750} num>
            {claimed}
          </Text>
          <Text as="span" size={2} tone="subtle">
            <Trans>claimed</Trans>
          </Text>
        </span>
      }
    />
  )
}
