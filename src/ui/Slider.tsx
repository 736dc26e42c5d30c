import type { ComponentProps, CSSProperties } from 'react'
import styles from './Slider.module.css'

interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'style'> {
  /** Position of the knob, from 0 to 1. */
  share: number
  /** Makes it the large slider of a game: the winning side is jade, the other red. */
  wins?: 'above' | 'below'
}

/** A native range input. */
export function Slider({ share, wins, className = '', ...rest }: SliderProps) {
  return (
    <input
      {...rest}
      type="range"
      className={`${styles.slider} ${className}`}
      data-wins={wins}
      style={{ '--share': share } as CSSProperties}
    />
  )
}
