import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '#i18n/use-format.ts'
import { Button } from '#ui/Button.tsx'
import { StickyBar } from '#ui/StickyBar.tsx'
import { Text } from '#ui/Text.tsx'
import { DemoIntro } from './DemoIntro.tsx'
import styles from './labs.module.css'

const ROWS = Array.from({ length: 500 }, (_, index) => index + 1)
const JUMPS = [1, 250, 500]

const rowId = (row: number) => `row-${row}`

/** A long list whose scroll position survives leaving the page. */
export function ScrollCacheDemo() {
  const { t } = useLingui()
  const { integer } = useFormat()
  const { listRef, middleRow } = useMiddleRow()
  const middle = integer(middleRow)
  const name = (row: number) => {
    const number = integer(row)
    return <Trans>Row {number}</Trans>
  }
  const jump = (row: number) => {
    document.getElementById(rowId(row))?.scrollIntoView({ block: 'center' })
  }
  return (
    <div className="grid grid-cols-1 gap-4 px-4 max-w-160">
      <DemoIntro title={<Trans>Kept scroll position</Trans>}>
        <Trans>Scroll to any of 500 rows, open another page and come back: you are where you were.</Trans>
      </DemoIntro>
      <StickyBar className={`${styles.position} flex flex-wrap items-center justify-between gap-2`}>
        <Text size={3} tone="muted" num>
          <Trans>In the middle: row {middle}</Trans>
        </Text>
        <div className="flex gap-2" role="group" aria-label={t`Jump to a row`}>
          {JUMPS.map((row) => (
            <Button key={row} variant="secondary" size="sm" onClick={() => jump(row)}>
              {name(row)}
            </Button>
          ))}
        </div>
      </StickyBar>
      <ol ref={listRef}>
        {ROWS.map((row) => (
          <li key={row} id={rowId(row)} className={styles.row}>
            <span>{name(row)}</span>
            <Text as="span" size={2} tone="subtle" num>
              {integer(row * row)}
            </Text>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Number of the row in the middle of the window, from 1; follows scrolling. */
function useMiddleRow() {
  const listRef = useRef<HTMLOListElement>(null)
  const [middleRow, setMiddleRow] = useState(1)
  useEffect(() => {
    let frame = 0
    const measure = () => {
      frame = 0
      const list = listRef.current
      if (!list || list.childElementCount === 0) return
      const { top, height } = list.getBoundingClientRect()
      const bars = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
      const middle = (window.innerHeight + bars) / 2
      const passed = Math.floor(((middle - top) / height) * list.childElementCount)
      setMiddleRow(Math.min(Math.max(passed, 0), list.childElementCount - 1) + 1)
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(measure)
    }
    onScroll()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', onScroll)
    }
  }, [])
  return { listRef, middleRow }
}
