import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { tellMissingPart } from './missing-part.ts'

interface SheetProps {
  isOpen: boolean
  onClose: () => void
}

/**
 * A sheet with a chunk of its own, fetched when it is first opened; it stays mounted then, so that it can close in
 * motion. Not `lazy`: React would hold a sheet whose code has just come back for 300 ms. Where the code does not
 * arrive, a message says so and the sheet counts as closed: the page behind it stays as it is, and the next opening
 * tries again.
 */
export function lazySheet<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & SheetProps> {
  return function LazySheet(props: Props & SheetProps) {
    const { isOpen, onClose } = props
    const [Sheet, setSheet] = useState<ComponentType<Props>>()
    const isAwaited = isOpen && Sheet === undefined
    const close = useEffectEvent(() => onClose())
    useEffect(() => {
      if (!isAwaited) return
      let isCurrent = true
      load().then(
        (sheet) => {
          if (isCurrent) setSheet(() => sheet)
        },
        (error: unknown) => {
          if (!isCurrent) return
          void tellMissingPart(error, () => {
            if (isCurrent) close()
          })
        },
      )
      return () => {
        isCurrent = false
      }
    }, [isAwaited])
    return Sheet ? <Sheet {...props} /> : null
  }
}
