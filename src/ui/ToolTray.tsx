import { ListFilter } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Chip } from './Chip.tsx'

interface ToolTrayProps {
  /** On the button: what is in the tray. */
  label: ReactNode
  /** Something in the tray is in use: it is open at first, and its button looks chosen. */
  isInUse: boolean
  /** Beside the button. */
  beside: ReactNode
  children: ReactNode
}

/** Filters and tools of a list behind one button, so that the list comes first. */
export function ToolTray({ label, isInUse, beside, children }: ToolTrayProps) {
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
          {label}
        </Chip>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen ? <div className="grid grid-cols-1 gap-3">{children}</div> : null}
      </div>
    </div>
  )
}
