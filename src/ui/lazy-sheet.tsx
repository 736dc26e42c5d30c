import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { tellMissingPart } from './missing-part.ts'

interface SheetProps {
  isOpen: boolean
  onClose: () => void
}

/**
 * A sheet whose chunk loads when it is first opened. It then stays mounted, so that it can close with an animation.
 * Does not use `lazy`: React would delay the loaded sheet by 300 ms. If loading fails, a message says so and the sheet
 * counts as closed; the next opening tries again.
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
