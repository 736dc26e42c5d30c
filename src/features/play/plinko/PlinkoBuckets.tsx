import { memo, useEffect, useRef, useState, type CSSProperties } from 'react'
import { plinkoBucket, plinkoMultipliers } from '#rules/plinko/plinko.ts'
import { isMotionWanted } from '#features/play/session/play-motion.ts'
import { useStore } from '#lib/use-store.ts'
import { bucketTone, turnedText } from './plinko-board.ts'
import { usePlinkoPlay } from './plinko-play.ts'
import styles from './plinko.module.css'
import { PlinkoBucketFacts } from './PlinkoBucketFacts.tsx'
import { PlinkoBucketPicker } from './PlinkoBucketPicker.tsx'
import { useBucketText } from './use-bucket-text.ts'

const PULSE: KeyframeAnimationOptions = { duration: 320, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }
const SPLASH: KeyframeAnimationOptions = { ...PULSE, duration: 420 }

/** A result does not render them again. */
export const PlinkoBuckets = memo(function PlinkoBuckets() {
  const play = usePlinkoPlay()
  const params = useStore(play.params)
  const { pays } = useBucketText()
  const stripRef = useRef<HTMLDivElement>(null)
  const [picked, setPicked] = useState<number>()
  useEffect(() => {
    let last = play.stage.get().shown
    return play.stage.subscribe(() => {
      const { shown } = play.stage.get()
      if (!shown || shown === last) return
      last = shown
      const bucket = stripRef.current?.children[plinkoBucket(shown.outcome)]
      if (!bucket || !isMotionWanted()) return
      bucket.animate({ translate: ['0 0', '0 8px', '0 -2px', '0 0'] }, PULSE)
      if (shown.payout <= shown.stake) return
      bucket.animate({ opacity: [0.7, 0] }, { ...PULSE, pseudoElement: '::after' })
      bucket.animate({ opacity: [1, 0.9, 0], scale: [0.4, 1, 1.2] }, { ...SPLASH, pseudoElement: '::before' })
    })
  }, [play])

  const multipliers = plinkoMultipliers(params)
  const best = Math.max(...multipliers)
  const isPicked = picked !== undefined && picked < multipliers.length
  return (
    <div className={styles.bucketArea}>
      <div ref={stripRef} className={styles.buckets} aria-hidden>
        {multipliers.map((multiplier, bucket) => {
          const { tone, strength } = bucketTone(multiplier, best)
          const text = pays(multiplier)
          return (
            <span
              key={bucket}
              className={`num ${styles.bucket}`}
              translate="no"
              data-tone={tone}
              data-turned={turnedText(text, params.rows)}
              data-picked={bucket === picked || undefined}
              style={{ '--strength': strength, '--letters': text.length } as CSSProperties}
            >
              <span className={styles.bucketText}>{text}</span>
            </span>
          )
        })}
      </div>
      <PlinkoBucketPicker picked={picked} onPick={setPicked} />
      {isPicked ? <PlinkoBucketFacts bucket={picked} /> : null}
    </div>
  )
})
