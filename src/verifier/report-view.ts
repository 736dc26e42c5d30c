import { msg } from '@lingui/core/macro'
import { element } from './element.ts'
import { FINDINGS, number, say } from './texts.ts'
import type { Report } from './verify-file.ts'

export function reportView(report: Report, hasTrustedKeys: boolean): HTMLElement {
  const { bets, receipts, crash, seals, balances, findings, more } = report
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
  const verdict = isWrong
    ? say(msg`Something is wrong`)
    : isNothing
      ? say(msg`There is nothing to verify in it`)
      : bets.unsigned > 0
        ? say(msg`Nothing in it is wrong, but not everything is signed`)
        : say(msg`Everything in it is right`)
  return element(
    'section',
    { class: isWrong ? 'result wrong' : isNothing || bets.unsigned > 0 ? 'result' : 'result right' },
    [
      element('h2', {}, [verdict]),
      element(
        'dl',
        {},
        rows.flatMap(([term, value]) => [element('dt', {}, [term]), element('dd', {}, [value])]),
      ),
      isWrong &&
        element('p', {}, [
          say(msg`Keep this file as it is: it is your proof. Anyone can check it without Koi.`),
        ]),
      isWrong &&
        element(
          'ul',
          {},
          findings.map(({ line, kind, detail }) =>
            element('li', {}, [
              element('strong', {}, [
                line === undefined ? '' : `${say(msg`Line`)} ${line}: `,
                say(FINDINGS[kind]),
              ]),
              element('code', {}, [detail]),
            ]),
          ),
        ),
      more > 0 && element('p', {}, [`${say(msg`And more of them`)}: ${number(more)}`]),
      (receipts || seals) &&
        !hasTrustedKeys &&
        element('p', { class: 'note' }, [
          say(
            msg`The signatures were checked with the keys in the file itself. To be sure that they are Koi’s, also choose the answer of /api/config, from wherever you trust.`,
          ),
        ]),
    ],
  )
}

const CHAINS = {
  whole: msg`whole`,
  gaps: msg`with gaps: what lies between is not in the file, and was not looked at`,
  broken: msg`broken`,
} as const

const share = (part: number, all: number) => `${number(part)} / ${number(all)}`
