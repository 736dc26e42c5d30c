import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import type { CodeNoticeProps } from '#session/code-notice.ts'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { practiceMailQuery } from './practice-mail.queries.ts'

/** Kinds of mails that contain a code, by purpose. */
const KINDS: Record<CodeNoticeProps['purpose'], readonly string[]> = {
  register: ['register-code', 'register-known'],
  reset: ['reset-code'],
  change: ['change-code', 'change-taken'],
}

/** The latest mail, with its code ready to be filled in. */
export function PracticeMailNotice({ to, purpose, onCode }: CodeNoticeProps) {
  const { data: mails, isFetching } = useQuery({ ...practiceMailQuery, refetchOnMount: 'always' })
  // A stored answer may contain an older mail, whose code is no longer valid.
  if (!mails || isFetching) return null
  const address = to.toLowerCase()
  const mail = mails.find((each) => each.to === address && KINDS[purpose].includes(each.kind))
  const all = (
    <Link to="/practice-mail" className={`${textLinkClass} inline-block py-2`}>
      <Trans>All practice mail</Trans>
    </Link>
  )
  const icon = <Mail aria-hidden size={26} />
  if (!mail) {
    return (
      <Callout icon={icon} title={<Trans>Practice mail: nothing for you to read here</Trans>} action={all}>
        <Trans>
          This server sends no mail. Mail to an account is shown in browsers that were logged in to it. The
          operator finds all mail in the folder “outbox” of the server’s data.
        </Trans>
      </Callout>
    )
  }
  const { code, subject } = mail
  if (code === null) {
    return (
      <Callout icon={icon} title={<Trans>Practice mail: {subject}</Trans>} action={all}>
        <span className="wrap-anywhere">{mail.text.split('\n\n')[0]}</span>
      </Callout>
    )
  }
  return (
    <Callout
      icon={icon}
      title={
        <Trans>
          Practice mail: your code is{' '}
          <span className="num" translate="no">
            {code}
          </span>
        </Trans>
      }
      action={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button size="sm" variant="secondary" onClick={() => onCode(code)}>
            <Trans>Fill it in</Trans>
          </Button>
          {all}
        </div>
      }
    >
      <Trans>This server sends no mail, so what it would send to {to} is shown here.</Trans>
    </Callout>
  )
}
