import { msg } from '@lingui/core/macro'
import { element } from './element.ts'
import { reportRows } from './report-rows.ts'
import { FINDINGS, number, say } from './words.ts'
import type { Report } from './verify-file.ts'

const CLASSES = { wrong: 'result wrong', unsure: 'result', right: 'result right' }

export function reportView(report: Report, hasTrustedKeys: boolean): HTMLElement {
  const { receipts, seals, findings, more } = report
  const { verdict, tone, rows } = reportRows(report)
  const isWrong = tone === 'wrong'
  return element('section', { class: CLASSES[tone] }, [
    element('h2', {}, [say(verdict)]),
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
  ])
}
