import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleHelp, FileCheck2, FileX2, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { Button } from '#ui/Button.tsx'
import { Callout, type CalloutTone } from '#ui/Callout.tsx'
import { Card } from '#ui/Card.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { Text } from '#ui/Text.tsx'

/** A report in words. */
interface Checked {
  readonly verdict: string
  readonly tone: 'right' | 'wrong' | 'unsure'
  readonly rows: readonly (readonly [term: string, value: string])[]
  readonly findings: readonly { readonly what: string; readonly detail: string }[]
  readonly more: number
}

interface FileCheckPageProps {
  /** Resolves to null for a file that Koi has not written. */
  check: (file: File, onPercent: (percent: number) => void) => Promise<Checked | null>
  /** Handed over by the system or by another app. */
  handed: File | null
  /** Something was handed over, and did not arrive. */
  isLost: boolean
  onChoose: (file: File) => void
}

type State =
  | { readonly is: 'checking'; readonly file: File; readonly percent: number }
  | { readonly is: 'done'; readonly file: File; readonly checked: Checked }
  | { readonly is: 'foreign' | 'failed'; readonly file: File }

const TYPES = '.json,.jsonl,.txt,.csv,application/json,text/plain,text/csv'

/** Verifies receipts, histories, proofs and exports, on the device alone. */
export function FileCheckPage({ check, handed, isLost, onChoose }: FileCheckPageProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [latestState, setState] = useState<State>()
  const state: State | undefined =
    handed && latestState?.file !== handed ? { is: 'checking', file: handed, percent: 0 } : latestState
  const latest = useRef(check)
  useEffect(() => {
    latest.current = check
  })
  useEffect(() => {
    if (!handed) return
    let isCurrent = true
    const show = (next: State) => {
      if (isCurrent) setState(next)
    }
    latest
      .current(handed, (percent) => show({ is: 'checking', file: handed, percent }))
      .then(
        (checked) => show(checked ? { is: 'done', file: handed, checked } : { is: 'foreign', file: handed }),
        () => show({ is: 'failed', file: handed }),
      )
    return () => {
      isCurrent = false
    }
  }, [handed])
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Without this, choosing the same file again would cause no event.
    target.value = ''
    if (file) onChoose(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (file) onChoose(file)
  }
  return (
    <div onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <PageFrame
        title={<Trans>Verify a file</Trans>}
        lead={
          <Trans>
            A receipt, a proof, an exported history or all your data. It is checked on this device, and goes
            nowhere.
          </Trans>
        }
      >
        <Card padding="lg" className="grid justify-items-center gap-3 text-center">
          <FileCheck2 aria-hidden size={34} />
          <input
            ref={input}
            type="file"
            accept={TYPES}
            aria-label={t`File to verify`}
            tabIndex={-1}
            className="sr-only"
            onChange={choose}
          />
          <Button variant={state ? 'secondary' : 'primary'} onClick={() => input.current?.click()}>
            {state ? <Trans>Choose another file</Trans> : <Trans>Choose a file</Trans>}
          </Button>
          <Text size={3} tone="muted">
            <Trans>You can also drop it here, or share it with Koi from another app.</Trans>
          </Text>
        </Card>
        <div role="status" className="grid grid-cols-1 gap-4">
          {state ? (
            <Result state={state} />
          ) : isLost ? (
            <Callout
              tone="warning"
              icon={<FileX2 aria-hidden size={26} />}
              title={<Trans>The shared file did not arrive</Trans>}
            >
              <Trans>Save it on this device, then choose it here.</Trans>
            </Callout>
          ) : null}
        </div>
      </PageFrame>
    </div>
  )
}

function Result({ state }: { state: State }) {
  const { name } = state.file
  switch (state.is) {
    case 'checking': {
      const percent = `${state.percent}%`
      return (
        <Text tone="muted">
          <Trans>Verifying: {percent}</Trans>
        </Text>
      )
    }
    case 'failed':
      return (
        <Callout
          tone="warning"
          icon={<FileX2 aria-hidden size={26} />}
          title={<Trans>This file cannot be read</Trans>}
        >
          <FileName name={name} />
          <Trans>It may have been moved or deleted meanwhile. Choose it again.</Trans>
        </Callout>
      )
    case 'foreign':
      return (
        <Callout
          tone="warning"
          icon={<FileX2 aria-hidden size={26} />}
          title={<Trans>This is not a file of Koi</Trans>}
        >
          <FileName name={name} />
          <Trans>
            Koi writes receipts, proofs, histories and your data as text, in files that end with .json, .jsonl
            or .csv. Choose one of those, as it was saved.
          </Trans>
        </Callout>
      )
    case 'done':
      return <Report name={name} checked={state.checked} />
  }
}

const TONES: Record<Checked['tone'], CalloutTone> = { right: 'success', wrong: 'danger', unsure: 'info' }
const ICONS = { right: CircleCheck, wrong: TriangleAlert, unsure: CircleHelp }

function Report({ name, checked }: { name: string; checked: Checked }) {
  const { verdict, tone, rows, findings, more } = checked
  const Icon = ICONS[tone]
  return (
    <>
      <Callout tone={TONES[tone]} icon={<Icon aria-hidden size={26} />} title={verdict}>
        <FileName name={name} />
        {tone === 'wrong' ? (
          <Trans>Keep this file as it is: it is your proof. Anyone can check it without Koi.</Trans>
        ) : null}
      </Callout>
      {rows.length > 0 ? <DefinitionList facts={rows.map(([term, value]) => ({ term, value }))} /> : null}
      {findings.length > 0 ? (
        <ul className="grid gap-2.5">
          {findings.map(({ what, detail }, at) => (
            <li key={at}>
              <Text size={3} weight={650}>
                {what}
              </Text>
              <Text size={3} tone="muted" translate="no" className="wrap-anywhere">
                {detail}
              </Text>
            </li>
          ))}
        </ul>
      ) : null}
      {more > 0 ? (
        <Text size={3} tone="muted">
          <Plural value={more} one="And # more" other="And # more" />
        </Text>
      ) : null}
    </>
  )
}

/** Empty for text that was shared. */
function FileName({ name }: { name: string }) {
  return name === '' ? null : (
    <span className="block wrap-anywhere" translate="no">
      <bdi>{name}</bdi>
    </span>
  )
}
