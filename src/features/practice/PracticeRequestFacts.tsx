import { Trans, useLingui } from '@lingui/react/macro'
import { FlaskConical } from 'lucide-react'
import { useFormat } from '#i18n/use-format.ts'
import { Card } from '#ui/Card.tsx'
import { DefinitionList, type Fact } from '#ui/DefinitionList.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Note } from '#ui/Note.tsx'
import { Text } from '#ui/Text.tsx'
import type { PracticeRequest } from './practice-request.ts'

type Asked = Exclude<PracticeRequest, { kind: 'look' }>

export function PracticeRequestFacts({ request }: { request: Asked }) {
  const { t } = useLingui()
  const { decimal } = useFormat()
  const site = window.location.host
  const code = (text: string) => (
    <span translate="no" className="wrap-anywhere">
      {text}
    </span>
  )
  const facts: Fact[] = [{ term: t`Asked by`, value: code(site) }, ...factsOf()]
  return (
    <div className="grid grid-cols-1 gap-4">
      <Heading level={3}>{question()}</Heading>
      {request.kind === 'sign' ? (
        <Card
          tone="flat"
          className="max-h-56 overflow-auto"
          tabIndex={0}
          role="group"
          aria-label={t`Message to sign`}
        >
          <Text size={3} translate="no" className="whitespace-pre-wrap wrap-anywhere">
            {request.text}
          </Text>
        </Card>
      ) : null}
      <DefinitionList facts={facts} />
      <Note icon={<FlaskConical aria-hidden size={17} />}>
        <Trans>
          Practice money only. The key was made in this browser and stays there: never send real coins to it.
        </Trans>
      </Note>
    </div>
  )

  function question() {
    switch (request.kind) {
      case 'connect':
        return <Trans>Show your account to this site?</Trans>
      case 'switch': {
        const { chain } = request
        return <Trans>Switch to {chain}?</Trans>
      }
      case 'sign':
        return <Trans>Sign this message?</Trans>
      case 'pay': {
        const { symbol } = request
        const amount = decimal(request.amount, 0)
        return (
          <Trans>
            Send {amount} {symbol}?
          </Trans>
        )
      }
    }
  }

  function factsOf(): Fact[] {
    switch (request.kind) {
      case 'connect':
        return [
          { term: t`Network`, value: request.chain },
          { term: t`Account`, value: code(request.address), isLong: true },
        ]
      case 'switch':
        return []
      case 'sign':
        return [{ term: t`Account`, value: code(request.address), isLong: true }]
      case 'pay':
        return [
          { term: t`Network`, value: request.chain },
          { term: t`Network fee`, value: t`None` },
          ...(request.holds === null
            ? []
            : [{ term: t`In the wallet`, value: `${decimal(request.holds, 0)} ${request.symbol}` }]),
          { term: t`Receiver`, value: code(request.to), isLong: true },
        ]
    }
  }
}
