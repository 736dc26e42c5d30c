import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { MailOpen } from 'lucide-react'
import { useFormat } from '#i18n/use-format.ts'
import { AnswerGate } from '#ui/AnswerGate.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Heading } from '#ui/Heading.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { Text } from '#ui/Text.tsx'
import { practiceMailQuery } from './practice-mail.queries.ts'

/** Mails that the server would have sent to the player of this browser, newest first. */
export function PracticeMailPage() {
  const { t } = useLingui()
  const { moment } = useFormat()
  const query = useQuery(practiceMailQuery)
  return (
    <PageFrame
      title={<Trans>Practice mail</Trans>}
      lead={
        <Trans>
          This server uses practice money and sends no mail. Mail for you appears here, newest first. Other
          browsers do not see it.
        </Trans>
      }
    >
      <AnswerGate query={query}>
        {(mails) =>
          mails.length === 0 ? (
            <EmptyState
              icon={<MailOpen aria-hidden size={26} />}
              title={t`No mail yet`}
              detail={t`Register or ask for a code, and the mail appears here. It is kept for a week.`}
            />
          ) : (
            <ul className="grid grid-cols-1 gap-3">
              {mails.map(({ id, to, subject, text, sentAt }) => {
                const sentMoment = moment(new Date(sentAt))
                return (
                  <Card as="li" key={id} padding="lg" className="grid grid-cols-1 gap-3">
                    <div className="grid grid-cols-1 gap-1">
                      <Heading level={2} className="wrap-anywhere">
                        {subject}
                      </Heading>
                      <Text size={3} tone="muted" className="wrap-anywhere">
                        <Trans>
                          To {to} · <time dateTime={sentAt}>{sentMoment}</time>
                        </Trans>
                      </Text>
                    </div>
                    {text
                      .trim()
                      .split('\n\n')
                      .map((paragraph) =>
                        /^\s+\d{6}$/.test(paragraph) ? (
                          <Text key={paragraph} num size={7} weight={750} translate="no">
                            {paragraph.trim()}
                          </Text>
                        ) : (
                          <Text key={paragraph} tone="muted" className="wrap-anywhere">
                            {paragraph}
                          </Text>
                        ),
                      )}
                  </Card>
                )
              })}
            </ul>
          )
        }
      </AnswerGate>
    </PageFrame>
  )
}
