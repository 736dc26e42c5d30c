import { Copy } from 'lucide-react'
import { IconButton } from './IconButton.tsx'
import { useCopy } from './use-copy.ts'

interface CopyableCodeProps {
  text: string
  /** Accessible name of the copy button, such as "Copy formula". */
  copyLabel: string
  /** Announced after copying. */
  copied: string
}

export function CopyableCode({ text, copyLabel, copied }: CopyableCodeProps) {
  const copy = useCopy()
  return (
    <div className="flex items-center gap-2 py-2 pl-4 pr-2 rounded-2 border border-line bg-surface-2">
      <code className="flex-1 min-w-0 font-code text-fs-3 wrap-anywhere" translate="no">
        {text}
      </code>
      <IconButton label={copyLabel} variant="plain" onClick={() => void copy(text, copied)}>
        <Copy aria-hidden size={18} />
      </IconButton>
    </div>
  )
}
