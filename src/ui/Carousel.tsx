import { useRef, useState, type ReactNode } from 'react'
import styles from './Carousel.module.css'

interface CarouselProps {
  label: string
  /** A `Hero` each. */
  slides: readonly { name: string; slide: ReactNode }[]
  /** Of the dot that leads to a slide. */
  dotLabel: (index: number) => string
}

/** Slides of the page's width, one in sight; they turn when the player swipes or takes a dot, never by themselves. */
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
        {slides.map(({ name, slide }) => (
          <li key={name} className={styles.slide}>
            {slide}
          </li>
        ))}
      </ul>
      <div className={styles.dots}>
        {slides.length > 1
          ? slides.map(({ name }, index) => (
              <button
                key={name}
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
