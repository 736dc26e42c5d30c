import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { number, say } from './words.ts'
import type { Report } from './verify-file.ts'

interface ReportRows {
  readonly verdict: MessageDescriptor
  /** `unsure`: nothing is wrong, and nothing, or not everything, is proven. */
  readonly tone: 'right' | 'wrong' | 'unsure'
  readonly rows: readonly (readonly [term: string, value: string])[]
}

/** A report in words, for verify.html and the page of the app. */
export function reportRows({ bets, receipts, crash, seals, balances, findings }: Report): ReportRows {
  const isWrong = findings.length > 0
  const countedBets = bets.right + bets.wrong + bets.sealed + bets.void + bets.unsigned
  const isNothing = !isWrong && countedBets === 0 && !receipts && !crash && !seals && !balances
  const rows: [string, string][] = []
  if (countedBets > 0) {
    rows.push([say(msg`Bets with the right result and payout, signed by Koi`), number(bets.right)])
    if (bets.wrong > 0) rows.push([say(msg`Bets with something wrong`), number(bets.wrong)])
    if (bets.sealed > 0) rows.push([say(msg`Bets whose seed is not revealed yet`), number(bets.sealed)])
    if (bets.void > 0) rows.push([say(msg`Bets of void rounds, which have no result`), number(bets.void)])
    if (bets.unsigned > 0)
      rows.push([
        say(msg`Bets without a receipt: nothing is wrong, and nothing is proven`),
        number(bets.unsigned),
      ])
  }
  if (receipts) {
    rows.push(
      [say(msg`Receipts that are right`), share(receipts.verified, receipts.all)],
      [say(msg`Chain of receipts`), say(CHAINS[receipts.chain])],
      [say(msg`Begins with the first receipt`), receipts.isFromFirst ? say(msg`yes`) : say(msg`no`)],
    )
  }
  if (balances) {
    rows.push([say(msg`Balances that all movements add up to`), share(balances.addUp, balances.all)])
  }
  if (crash) {
    if (crash.games > 0)
      rows.push([say(msg`Games of Crash that lead to the published hash`), share(crash.ofChain, crash.games)])
    if (crash.salts > 0)
      rows.push([say(msg`Salts of Crash that drand has signed`), share(crash.signed, crash.salts)])
  }
  if (seals) {
    const ofReceipts = seals.sealedReceipts + seals.unsealedReceipts
    rows.push(
      [say(msg`Daily seals that are right`), share(seals.verified, seals.all)],
      [say(msg`Receipts proven to be in a seal`), share(seals.sealedReceipts, ofReceipts)],
      [say(msg`Balances proven to be in a seal`), number(seals.balances)],
    )
    if (seals.rounds > 0) rows.push([say(msg`Rounds of Crash as their day was sealed`), number(seals.rounds)])
    if (seals.missingDays > 0)
      rows.push([say(msg`Days in between without a seal here`), number(seals.missingDays)])
  }
  return {
    verdict: isWrong
      ? msg`Something is wrong`
      : isNothing
        ? msg`There is nothing to verify in it`
        : bets.unsigned > 0
          ? msg`Nothing in it is wrong, but not everything is signed`
          : msg`Everything in it is right`,
    tone: isWrong ? 'wrong' : isNothing || bets.unsigned > 0 ? 'unsure' : 'right',
    rows,
  }
}

const CHAINS = {
  whole: msg`whole`,
  gaps: msg`with gaps: what lies between is not in the file, and was not looked at`,
  broken: msg`broken`,
} as const

const share = (part: number, all: number) => `${number(part)} / ${number(all)}`
