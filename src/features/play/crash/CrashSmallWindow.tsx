import { useLingui } from '@lingui/react/macro'
import { PictureInPicture2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '#lib/use-store.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Text } from '#ui/Text.tsx'
import { CrashAction } from './CrashAction.tsx'
import { crashFrame } from './crash-frame.ts'
import type { CrashPlay } from './crash-play.ts'
import { openSmallWindow } from './picture-in-picture.ts'
import styles from './small-window.module.css'
import { useCrashWords } from './use-crash-words.ts'

const EVERY_MS = 100

/** The window stays above all others. */
export function CrashSmallWindow({ play }: { play: CrashPlay }) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<Window>()
  useEffect(() => () => opened?.close(), [opened])
  const open = async () => {
    const next = await openSmallWindow()
    next?.addEventListener('pagehide', () => setOpened(undefined))
    setOpened(next)
  }
  return (
    <>
      <IconButton label={t`Open a small window`} onClick={() => void open()}>
        <PictureInPicture2 aria-hidden size={18} />
      </IconButton>
      {opened ? createPortal(<SmallWindow play={play} />, opened.document.body) : null}
    </>
  )
}

function SmallWindow({ play }: { play: CrashPlay }) {
  const figure = useRef<HTMLSpanElement>(null)
  const words = useCrashWords()
  const hasSecond = useStore(play.hasSecond)
  const [first, second] = play.slots
  useEffect(() => {
    const write = () => {
      if (!figure.current) return
      const { figure: text } = crashFrame(play.table.view.get(), play.table.now(), words)
      figure.current.textContent = text
    }
    write()
    const timer = setInterval(write, EVERY_MS)
    return () => clearInterval(timer)
  }, [play, words])
  return (
    <div className={styles.small}>
      <Text as="p" size={8} weight={850} num className="text-center" translate="no">
        <span ref={figure} />
      </Text>
      <CrashAction table={play.table} slot={first} />
      {hasSecond ? <CrashAction table={play.table} slot={second} /> : null}
    </div>
  )
}
