import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { plinkoMultipliers } from '#rules/plinko/plinko.ts'
import { useStore } from '#lib/use-store.ts'
import { usePlinkoPlay } from './plinko-play.ts'
import styles from './plinko.module.css'
import { useBucketText } from './use-bucket-text.ts'

interface PlinkoBucketPickerProps {
  picked: number | undefined
  onPick: (bucket: number | undefined) => void
}

/** Covers the buckets, which are too narrow to be pressed one by one: a tap or an arrow key picks one. */
export function PlinkoBucketPicker({ picked, onPick }: PlinkoBucketPickerProps) {
  const play = usePlinkoPlay()
  const { t } = useLingui()
  const { rows, risk } = useStore(play.params)
  const { pays, chance } = useBucketText()
  const [latest, setLatest] = useState<number>()
  const bucket = Math.min(picked ?? latest ?? Math.floor(rows / 2), rows)
  const place = bucket + 1
  const count = rows + 1
  const paid = pays(plinkoMultipliers({ rows, risk })[bucket] ?? 0)
  const percent = chance(rows, bucket)
  return (
    <input
      type="range"
      className={styles.picker}
      aria-label={t`Buckets`}
      aria-valuetext={t`Bucket ${place} of ${count}: pays ${paid}×, chance ${percent}%`}
      min={0}
      max={rows}
      value={bucket}
      onPointerDown={(event) => event.currentTarget.focus()}
      onFocus={() => onPick(bucket)}
      onBlur={() => onPick(undefined)}
      onChange={(event) => {
        const next = Number(event.target.value)
        setLatest(next)
        onPick(next)
      }}
    />
  )
}
