import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff, Download, Info, Lock, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { saveFile } from '#ui/save-file.ts'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { Heading } from '#ui/Heading.tsx'
import { Note } from '#ui/Note.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { proofText } from '#features/play/history-export.ts'
import { isCrashBet, type PastBet } from '#features/play/play-engine.ts'
import type { PlayReceipts, ReceiptReport, ReceiptVerdict } from '#features/play/play-receipts.ts'
import { useFaultWords } from './use-fault-words.ts'

export function ReceiptOfBet({ bet, receipts }: { bet: PastBet; receipts: PlayReceipts }) {
  const { lookup, again } = useReceiptReport(receipts, bet)
  return (
    <section className="grid grid-cols-1 gap-2.5">
      <Heading level={3} size="card">
        <Trans>Receipt</Trans>
      </Heading>
      <div role="status" className="grid grid-cols-1 gap-2.5">
        {lookup.status === 'known' ? (
          <Known report={lookup.report} />
        ) : lookup.status === 'unknown' ? (
          <Unknown onAgain={again} />
        ) : (
          <Skeleton shape="box" height="5.5rem" />
        )}
      </div>
    </section>
  )
}

function Known({ report }: { report: ReceiptReport }) {
  const { bet, verdict, isFollowed, receipts } = report
  const save = () =>
    saveFile(
      new Blob([proofText(report)], { type: 'application/x-ndjson' }),
      `koi-${bet.game}-bet-${isCrashBet(bet) ? bet.id : bet.seeds.nonce}-receipt.jsonl`,
    )
  const isFailed = verdict.status === 'failed'
  const button = (
    <Button
      variant={isFailed ? 'primary' : 'secondary'}
      icon={<Download aria-hidden size={20} />}
      onClick={save}
    >
      {isFailed ? <Trans>Save the proof</Trans> : <Trans>Save receipt</Trans>}
    </Button>
  )
  return (
    <>
      <Verdict bet={bet} verdict={verdict} action={isFailed ? button : undefined} />
      {receipts.length > 0 && !isFailed && !isFollowed ? (
        <Note icon={<Info aria-hidden size={16} />}>
          <Trans>
            The chain is not whole on this device: the receipt before this one is from another device, or too
            old to be kept. That alone is no fault.
          </Trans>
        </Note>
      ) : null}
      {receipts.length > 0 && !isFailed ? button : null}
    </>
  )
}

interface VerdictProps {
  bet: PastBet
  verdict: ReceiptVerdict
  action: ReactNode
}

function Verdict({ bet, verdict, action }: VerdictProps) {
  const { t } = useLingui()
  const wordsOf = useFaultWords()
  switch (verdict.status) {
    case 'sealed':
      if (isCrashBet(bet)) {
        return (
          <Callout icon={<ShieldCheck aria-hidden size={28} />} title={t`Receipt in order`}>
            <Trans>Koi has signed stake and payout of this bet. Its round has no end to be checked.</Trans>
          </Callout>
        )
      }
      return (
        <Callout icon={<Lock aria-hidden size={28} />} title={t`In order, seed still sealed`}>
          <Trans>
            Koi has signed stake, result and payout of this bet. Once the server seed is revealed, the result
            is checked as well.
          </Trans>
        </Callout>
      )
    case 'verified':
      return (
        <Callout tone="success" icon={<ShieldCheck aria-hidden size={30} />} title={t`Receipt verified`}>
          {isCrashBet(bet) ? (
            <Trans>Koi has signed this bet, and its round ended where its hash and salt say.</Trans>
          ) : (
            <Trans>Koi has signed this bet, and its result is the one that the revealed seed gives.</Trans>
          )}
        </Callout>
      )
    case 'missing':
      return (
        <Callout
          tone="warning"
          icon={<ShieldQuestion aria-hidden size={30} />}
          title={t`There is no receipt of this result`}
        >
          <Trans>Neither this device nor Koi has one. Export the bet if you want to ask about it.</Trans>
        </Callout>
      )
    case 'failed': {
      const { title, meaning } = wordsOf(verdict.fault)
      return (
        <Callout tone="danger" icon={<ShieldAlert aria-hidden size={30} />} title={title} action={action}>
          <span className="wrap-anywhere">
            <span>{meaning}</span>{' '}
            <Trans>Save the proof and keep it: anyone can check it without Koi, with npm run verify.</Trans>
          </span>
        </Callout>
      )
    }
  }
}

function Unknown({ onAgain }: { onAgain: () => void }) {
  const { t } = useLingui()
  return (
    <Callout
      tone="warning"
      icon={<CloudOff aria-hidden size={28} />}
      title={t`The receipt cannot be checked now`}
      action={
        <Button variant="secondary" onClick={onAgain}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>Koi does not answer. Check your connection.</Trans>
    </Callout>
  )
}

type ReportLookup =
  { readonly status: 'looking' | 'unknown' } | { readonly status: 'known'; readonly report: ReceiptReport }

/** `unknown`: the receipts, or the keys of the house, cannot be asked for. */
function useReceiptReport(
  receipts: PlayReceipts,
  bet: PastBet,
): { readonly lookup: ReportLookup; readonly again: () => void } {
  const [tries, setTries] = useState(0)
  const [known, setKnown] = useState<{ bet: PastBet; tries: number; lookup: ReportLookup }>()
  useEffect(() => {
    let isCurrent = true
    const show = (lookup: ReportLookup) => {
      if (isCurrent) setKnown({ bet, tries, lookup })
    }
    receipts.look(bet).then(
      (report) => show({ status: 'known', report }),
      () => show({ status: 'unknown' }),
    )
    return () => {
      isCurrent = false
    }
  }, [receipts, bet, tries])
  const isKnown = known?.bet === bet && known.tries === tries
  return {
    lookup: isKnown ? known.lookup : { status: 'looking' },
    again: () => setTries((count) => count + 1),
  }
}
