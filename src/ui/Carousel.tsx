import { useRef, useState, type ReactElement } from 'react'
import styles from './Carousel.module.css'

interface CarouselProps {
  label: string
  /** `Hero` elements with keys. */
  slides: readonly ReactElement[]
  /** Accessible name of the dot that leads to a slide. */
  dotLabel: (index: number) => string
}

/** Slides move only when the player swipes or presses a dot, never by themselves. */
export function Carousel({ label, slides, dotLabel }: CarouselProps) {
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const followScroll = () => {
    const { scrollLeft = 0, clientWidth = 1 } = track.current ?? {}
    setCurrent(Math.round(scrollLeft / clientWidth))
  }
  const show = (index: number) => track.current?.scrollTo({ left: index * track.current.clientWidth })
  return (
    <section className={styles.carousel} aria-label={label}>
      <ul ref={track} className={styles.track} onScroll={followScroll}>
        {slides.map((slide) => (
          <li key={slide.key} className={styles.slide}>
            {slide}
          </li>
        ))}
      </ul>
      <div className={styles.dots}>
        {slides.length > 1
          ? slides.map(({ key }, index) => (
              <button
                key={key}
                type="button"
                className={styles.dot}
                aria-label={dotLabel(index)}
                aria-current={index === current}
                onClick={() => show(index)}
              />
            ))
          : null}
      </div>
    </section>
  )
}
