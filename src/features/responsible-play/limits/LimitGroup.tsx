import { useLingui } from '@lingui/react/macro'
import type { LimitKind, PlayLimit } from '#contract/responsible-play.ts'
import { Heading } from '#ui/Heading.tsx'
import { Text } from '#ui/Text.tsx'
import { LimitRow } from './LimitRow.tsx'
import { KIND_NAMES } from './limit-names.ts'

interface LimitGroupProps {
  kind: LimitKind
  limits: readonly PlayLimit[]
  /** Raises wait while a break runs. */
  canRaise: boolean
}

/** The limits of one kind. */
export function LimitGroup({ kind, limits, canRaise }: LimitGroupProps) {
  const { i18n } = useLingui()
  const { title, meaning } = KIND_NAMES[kind]
  const id = `limits-${kind}`
  return (
    <section aria-labelledby={id} className="grid gap-2.5">
      <div className="grid gap-0.5">
        <Heading level={2} id={id}>
          {i18n._(title)}
        </Heading>
        <Text size={3} tone="muted">
          {i18n._(meaning)}
        </Text>
      </div>
      <ul className="grid gap-2.5">
        {limits.map((limit) => (
          <LimitRow key={limit.period} limit={limit} canRaise={canRaise} />
        ))}
      </ul>
    </section>
  )
}
