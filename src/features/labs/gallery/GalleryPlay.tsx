import { useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { UsdtMark } from '#ui/art/UsdtMark.tsx'
import { calculationClass } from '#ui/play/calculation-class.ts'
import { PlaceChart } from '#ui/PlaceChart.tsx'
import { CourseChart } from '#ui/play/CourseChart.tsx'
import { footLinkClass } from '#ui/play/foot-link-class.ts'
import { Keycap } from '#ui/play/Keycap.tsx'
import { parameterClass } from '#ui/play/parameter-class.ts'
import { playFrameClass } from '#ui/play/play-frame-class.ts'
import { resultClass } from '#ui/play/result-class.ts'
import { stakeClass } from '#ui/play/stake-class.ts'
import { Slider } from '#ui/Slider.tsx'
import { GalleryItem } from './GalleryItem.tsx'
import { GallerySection } from './GallerySection.tsx'

const WON = '+9.80 USDT'
const DIGEST = '9f86d081884c7d659a2feaa0c55ad015'
const CHANCES = Array.from({ length: 49 }, (_, at) => Math.exp(-(((at - 23) / 9) ** 2)))
const COURSE = 'M0 60L64 20L128 90L192 40L256 110L320 70'

/** Parts of game screens around their stages. */
export function GalleryPlay() {
  const { t } = useLingui()
  const id = useId()
  const [share, setShare] = useState(60)
  const slide = { share: share / 100, min: 0, max: 100, value: share }
  const onSlide = (value: string) => setShare(Number(value))
  return (
    <GallerySection title={t`Play`}>
      <GalleryItem name="playFrameClass, resultClass">
        <section className={`${playFrameClass.stage} grid gap-3`}>
          <div className="flex justify-end gap-1.5">
            <a href="#main" className={resultClass.chip}>
              1.20×
            </a>
            <a href="#main" className={resultClass.chip} data-won>
              2.00×
            </a>
          </div>
          <p className={resultClass.line} data-won>
            <b>{WON}</b>
          </p>
        </section>
      </GalleryItem>
      <GalleryItem name="Slider">
        <Slider {...slide} aria-label={t`House edge`} onChange={(event) => onSlide(event.target.value)} />
        {(['above', 'below'] as const).map((wins) => (
          <Slider
            key={wins}
            {...slide}
            wins={wins}
            aria-label={t`House edge`}
            onChange={(event) => onSlide(event.target.value)}
          />
        ))}
      </GalleryItem>
      <GalleryItem name="parameterClass">
        <div className="grid grid-cols-2 gap-2">
          <dl className={parameterClass.card}>
            <dt className={parameterClass.label}>{t`Highest win`}</dt>
            <dd className={`${parameterClass.value} num`}>9,900×</dd>
          </dl>
          <div className={parameterClass.fieldCard}>
            <label htmlFor={`${id}-edge`} className={parameterClass.label}>
              {t`House edge`}
            </label>
            <span className={parameterClass.value}>
              <input id={`${id}-edge`} className={parameterClass.input} defaultValue="1.00" />
            </span>
          </div>
        </div>
      </GalleryItem>
      <GalleryItem name="stakeClass">
        {[false, true].map((isInvalid) => (
          <div key={String(isInvalid)} className={stakeClass.card} data-invalid={isInvalid || undefined}>
            <div className={stakeClass.entry}>
              <label htmlFor={`${id}-${isInvalid}`} className={parameterClass.label}>
                {t`Choose a stake.`}
              </label>
              <span className={stakeClass.line}>
                <UsdtMark size={20} />
                <input id={`${id}-${isInvalid}`} className={parameterClass.input} defaultValue="10.00" />
              </span>
            </div>
            <button type="button" className={stakeClass.step}>
              2×
            </button>
          </div>
        ))}
      </GalleryItem>
      <GalleryItem name="playFrameClass.action, footLinkClass">
        <Button block className={playFrameClass.action}>{t`Play`}</Button>
        <Button block className={playFrameClass.action} aria-disabled>
          {t`Choose a stake.`}
        </Button>
        <div className="flex gap-4">
          <button type="button" className={footLinkClass()}>{t`Your history`}</button>
          <button type="button" className={footLinkClass('jade')}>{t`Rakeback`}</button>
        </div>
      </GalleryItem>
      <GalleryItem name="CourseChart, Keycap">
        <CourseChart
          label={t`You earned`}
          width={320}
          height={120}
          zeroY={60}
          line={COURSE}
          area={`${COURSE}L320 60L0 60Z`}
        />
        <div>
          <Keycap>A</Keycap>
        </div>
      </GalleryItem>
      <GalleryItem name="PlaceChart">
        <PlaceChart label={t`You earned`} heights={CHANCES} at={0.62} middle={0.48} />
      </GalleryItem>
      <GalleryItem name="calculationClass" wide>
        <ol className={calculationClass.steps}>
          <li className={calculationClass.step}>
            <span className={calculationClass.words}>{t`Choose a stake.`}</span>
            <span className={calculationClass.result}>10.00</span>
          </li>
          <li className={calculationClass.step}>
            <span className={calculationClass.words}>{t`Pick your number and roll.`}</span>
            <span className={calculationClass.result}>49.50</span>
            <div className={calculationClass.detail}>
              <code className={calculationClass.digest}>{DIGEST}</code>
            </div>
          </li>
        </ol>
      </GalleryItem>
    </GallerySection>
  )
}
