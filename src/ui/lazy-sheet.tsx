import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { recoverMissingCode } from '#lib/missing-code.ts'
import { toast } from './toast.ts'

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
    const { t } = useLingui()
    const [Sheet, setSheet] = useState<ComponentType<Props>>()
    const isAwaited = isOpen && Sheet === undefined
    const fail = useEffectEvent(async (error: unknown) => {
      if (await recoverMissingCode(error)) return
      toast({ message: t`This part did not load. Check your connection, then try again.` })
      onClose()
    })
    useEffect(() => {
      if (!isAwaited) return
      let isCurrent = true
      load().then(
        (sheet) => {
          if (isCurrent) setSheet(() => sheet)
        },
        (error: unknown) => {
          if (isCurrent) void fail(error)
        },
      )
      return () => {
        isCurrent = false
      }
    }, [isAwaited])
    return Sheet ? <Sheet {...props} /> : null
  }
}
