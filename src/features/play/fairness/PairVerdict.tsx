import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Download, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import { saveFile } from '#ui/save-file.ts'
import { Button } from '#ui/Button.tsx'
import { Callout } from '#ui/Callout.tsx'
import { SentenceGap } from '#ui/SentenceGap.tsx'
import { usePlayGiven } from '#features/play/play-context.ts'
import type { PastSeedPair } from '#features/play/play-engine.ts'
import { useFaultWords } from '#features/play/receipts/use-fault-words.ts'
import type { CheckedPair } from './run-pair-check.ts'
import { betNumber } from '#features/play/bet-number.ts'

/** Faults that are named; the proof has all. */
const MOST_NAMED = 3
const NAMED_HASH = 8

export function PairVerdict({ checked, pair }: { checked: CheckedPair; pair: PastSeedPair }) {
  const { t } = useLingui()
  const { report, cutShort } = checked
  const { betCount } = pair
  const isSigned = usePlayGiven().receipts !== undefined
  const count = report.checked
  if (report.faultCount > 0) return <Wrong checked={checked} pair={pair} />
  if (cutShort) {
    return (
      <Callout
        tone="warning"
        icon={<ShieldQuestion aria-hidden size={28} />}
        title={cutShort === 'stopped' ? t`Stopped before the end` : t`Not all bets could be read`}
      >
        <Trans>
          {count} of {betCount} bets were checked, and none of them is wrong.
        </Trans>
      </Callout>
    )
  }
  const absent = betCount - count
  return (
    <Callout
      tone="success"
      icon={<ShieldCheck aria-hidden size={28} />}
      title={<Plural value={count} one="# bet checked: it is right" other="# bets checked: all are right" />}
    >
      {isSigned && report.gaps > 0 ? (
        <Trans>
          Koi has signed each of them, none is missing by its count, and each result is the one that the seeds
          give. Receipts of other bets in between could not be read, so their order was not looked at.
        </Trans>
      ) : isSigned ? (
        <Trans>
          Koi has signed each of them, none is missing in between, and each result is the one that the seeds
          give.
        </Trans>
      ) : (
        <Trans>Each result is the one that the seeds give.</Trans>
      )}{' '}
      {absent > 0 ? (
        <Plural
          value={absent}
          one="# older bet is no longer on this device."
          other="# older bets are no longer on this device."
        />
      ) : null}
    </Callout>
  )
}

function Wrong({ checked, pair }: { checked: CheckedPair; pair: PastSeedPair }) {
  const { t } = useLingui()
  const wordsOf = useFaultWords()
  const isSigned = usePlayGiven().receipts !== undefined
  const { proof, report } = checked
  const { faults, faultCount } = report
  const more = faultCount - MOST_NAMED
  const save = () => {
    if (proof) saveFile(proof, `koi-proof-${pair.serverSeedHash.slice(0, NAMED_HASH)}.json`)
  }
  return (
    <Callout
      tone="danger"
      icon={<ShieldAlert aria-hidden size={28} />}
      title={<Plural value={faultCount} one="# thing is wrong" other="# things are wrong" />}
      action={
        <Button icon={<Download aria-hidden size={20} />} onClick={save}>
          <Trans>Save the proof</Trans>
        </Button>
      }
    >
      <div className="grid gap-2 wrap-anywhere">
        <ul className="grid gap-2">
          {faults.slice(0, MOST_NAMED).map(({ fault, bet, detail }) => {
            const { title, meaning } = wordsOf(fault)
            const number = bet && betNumber(bet.nonce)
            return (
              <li key={detail}>
                <span>{bet ? t`Bet #${number}: ${title}.` : t`${title}.`}</span>
                <SentenceGap />
                {isSigned ? <span>{meaning}</span> : null}
              </li>
            )
          })}
        </ul>
        {more > 0 ? <Plural value={more} one="And # more." other="And # more." /> : null}
        {isSigned ? (
          <span>
            <Trans>Save the proof and keep it: anyone can check it without Koi, with npm run verify.</Trans>
          </span>
        ) : null}
      </div>
    </Callout>
  )
}
