import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff, Download, Hourglass, ShieldAlert, ShieldCheck, ShieldQuestion, Stamp } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '#ui/save-file.ts'
import { useAction } from '#lib/use-action.ts'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import type { PastBet } from '#features/play/play-engine.ts'
import type { PlayReceipts } from '#features/play/play-receipts.ts'
import { checkSealOfBet, type SealOfBetVerdict } from './check-seal-of-bet.ts'

export function SealOfBet({ bet, receipts }: { bet: PastBet; receipts: PlayReceipts }) {
  const { t } = useLingui()
  const [verdict, setVerdict] = useState<SealOfBetVerdict>()
  const check = useAction({
    run: async () => checkSealOfBet(bet, (await receipts.look(bet)).receipts),
    onSuccess: setVerdict,
  })
  const isUnknown = check.error !== undefined
  return (
    <section className="grid grid-cols-1 gap-2.5">
      <Heading level={3} size="card">
        <Trans>Daily seal</Trans>
      </Heading>
      <Text size={3} tone="muted">
        <Trans>
          Koi signs all receipts of a day together. Once this one is in a seal and you keep the proof, nobody
          can deny it.
        </Trans>
      </Text>
      <div role="status" className="grid grid-cols-1 gap-2.5">
        {isUnknown ? (
          <Callout
            tone="warning"
            icon={<CloudOff aria-hidden size={28} />}
            title={t`The seal cannot be checked now`}
          >
            <Trans>Koi does not answer. Check your connection.</Trans>
          </Callout>
        ) : verdict ? (
          <Verdict verdict={verdict} id={bet.id} />
        ) : null}
      </div>
      {verdict === undefined || isUnknown || verdict.status === 'waiting' ? (
        <Button
          variant="secondary"
          icon={<Stamp aria-hidden size={20} />}
          loading={check.isRunning}
          onClick={() => check.run()}
        >
          <Trans>Check the seal</Trans>
        </Button>
      ) : null}
    </section>
  )
}

function Verdict({ verdict, id }: { verdict: SealOfBetVerdict; id: string }) {
  const { t } = useLingui()
  const save = (proof: Blob, variant: 'primary' | 'secondary') => (
    <Button
      variant={variant}
      icon={<Download aria-hidden size={20} />}
      onClick={() => saveFile(proof, `koi-bet-${id}-seal.jsonl`)}
    >
      <Trans>Save the proof</Trans>
    </Button>
  )
  switch (verdict.status) {
    case 'sealed': {
      const days = verdict.days.join(', ')
      return (
        <Callout
          tone="success"
          icon={<ShieldCheck aria-hidden size={30} />}
          title={t`In the seal of ${days}`}
          action={save(verdict.proof, 'secondary')}
        >
          <Trans>
            Koi has signed that day with the receipts of this bet in it. This device has checked it.
          </Trans>
        </Callout>
      )
    }
    case 'waiting':
      return (
        <Callout icon={<Hourglass aria-hidden size={28} />} title={t`Not sealed yet`}>
          <Trans>The day of this bet is sealed shortly after midnight UTC.</Trans>
        </Callout>
      )
    case 'missing':
      return (
        <Callout
          tone="warning"
          icon={<ShieldQuestion aria-hidden size={30} />}
          title={t`There is no receipt of this bet`}
        />
      )
    case 'failed':
      return (
        <Callout
          tone="danger"
          icon={<ShieldAlert aria-hidden size={30} />}
          title={t`The seal does not hold this bet as it should`}
          action={save(verdict.proof, 'primary')}
        >
          <span className="wrap-anywhere">
            <Trans>
              Save the proof and keep it: anyone can check it without Koi, with npm run verify or verify.html.
            </Trans>{' '}
            <span lang="en">{verdict.detail}</span>
          </span>
        </Callout>
      )
  }
}
