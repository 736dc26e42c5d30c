import { Trans } from '@lingui/react/macro'
import { ListFilter } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Chip } from './Chip.tsx'

interface ToolTrayProps {
  /** Number of active filters: if there are any, the tray starts open and its button looks chosen. */
  filterCount: number
  /** Content beside the button. */
  beside: ReactNode
  children: ReactNode
}

/** Puts a list's filters and export behind a button, so that the list comes first. */
export function ToolTray({ filterCount, beside, children }: ToolTrayProps) {
  const isInUse = filterCount > 0
  const id = useId()
  const [isOpen, setIsOpen] = useState(isInUse)
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2.5">
        {beside}
        <Chip
          selected={isInUse}
          icon={<ListFilter aria-hidden size={15} />}
          aria-pressed={undefined}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isInUse ? <Trans>Filter, export ({filterCount})</Trans> : <Trans>Filter, export</Trans>}
        </Chip>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen ? <div className="grid grid-cols-1 gap-3">{children}</div> : null}
      </div>
    </div>
  )
}
