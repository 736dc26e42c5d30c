import { Trans, useLingui } from '@lingui/react/macro'
import { Minus, Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useSnapshot } from 'valtio'
import { useFormat } from '#i18n/use-format.ts'
import { BigNumber } from '#ui/BigNumber.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Text } from '#ui/Text.tsx'
import { addToCounter, resetCounter } from './counter.actions.ts'
import { counterState } from './counter.state.ts'
import { DemoIntro } from './DemoIntro.tsx'
import styles from './labs.module.css'

const STEP_OF_KEY: Partial<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

/** Shared state: two views of one count that outlives the page. */
export function CounterDemo() {
  const { t } = useLingui()
  const { integer } = useFormat()
  const { count } = useSnapshot(counterState)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEP_OF_KEY[event.key]
    if (step === undefined) return
    event.preventDefault()
    addToCounter(step)
  }
  return (
    <div className="grid gap-5 px-4 max-w-160">
      <DemoIntro title={<Trans>Counter</Trans>}>
        <Trans>
          Two places show the same count. It stays when you go to another page and come back. It starts again
          when you reload.
        </Trans>
      </DemoIntro>
      <Card padding="lg" className="grid gap-4 justify-items-center">
        <div className="flex flex-wrap items-center justify-center gap-x-5 gap-y-2">
          <IconButton label={t`One less`} onClick={() => addToCounter(-1)}>
            <Minus aria-hidden size={20} />
          </IconButton>
          <BigNumber
            role="spinbutton"
            tabIndex={0}
            aria-label={t`Count`}
            aria-valuenow={count}
            aria-valuetext={integer(count)}
            className={styles.count}
            onKeyDown={onKeyDown}
          >
            {integer(count)}
          </BigNumber>
          <IconButton label={t`One more`} onClick={() => addToCounter(1)}>
            <Plus aria-hidden size={20} />
          </IconButton>
        </div>
        <Button variant="secondary" size="sm" onClick={resetCounter}>
          <Trans>Back to zero</Trans>
        </Button>
      </Card>
      <CounterMirror />
    </div>
  )
}

/** The second view: it gets no props and reads the same state. */
function CounterMirror() {
  const { t } = useLingui()
  const { integer } = useFormat()
  const { count } = useSnapshot(counterState)
  return (
    <section className="grid gap-2.5" aria-label={t`Second view`}>
      <DefinitionList
        facts={[
          { term: t`The same count`, value: integer(count) },
          { term: t`Doubled`, value: integer(count * 2) },
          { term: t`Even or odd`, value: count % 2 === 0 ? t`Even` : t`Odd` },
        ]}
      />
      <Text size={3} tone="muted">
        <Trans>With focus on the count, the arrow keys change it by one, Page Up and Page Down by ten.</Trans>
      </Text>
    </section>
  )
}
