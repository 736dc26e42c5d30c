import { Trans, useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { useFormat } from '#i18n/use-format.ts'
import { DefinitionList } from '#ui/DefinitionList.tsx'
import { Text } from '#ui/Text.tsx'
import { counterState } from './counter.state.ts'

/** The second view: it is handed nothing and reads the same state. */
export function CounterMirror() {
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
