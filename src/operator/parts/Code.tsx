import { useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { consoleClass } from '#ui/console/console-class.ts'
import { useCopy } from '#ui/use-copy.ts'

interface CodeProps {
  /** An address, a hash or the number of a transaction. */
  text: string
  /** Only its beginning and end are shown. */
  isShort?: boolean
}

const ENDS = 6

export function Code({ text, isShort = false }: CodeProps) {
  const { t } = useLingui()
  const copy = useCopy()
  const shown = isShort && text.length > 2 * ENDS + 3 ? `${text.slice(0, ENDS)}…${text.slice(-ENDS)}` : text
  return (
    <span className="inline-flex items-center gap-1 max-w-full">
      <code
        className={consoleClass.code}
        data-short={isShort || undefined}
        title={isShort ? text : undefined}
        translate="no"
      >
        {shown}
      </code>
      <button
        type="button"
        className={`${consoleClass.copy} tap`}
        aria-label={t`Copy ${shown}`}
        onClick={() => void copy(text, t`Copied`)}
      >
        <Copy aria-hidden size={14} />
      </button>
    </span>
  )
}
