import type { ComponentProps, CSSProperties } from 'react'
import styles from './Slider.module.css'

interface SliderProps extends Omit<ComponentProps<'input'>, 'type' | 'style'> {
  /** Where the knob stands, from 0 to 1. */
  share: number
  /** Makes it the large slider of a game: the side of the knob that wins is jade, the other red. */
  wins?: 'above' | 'below'
}

/** A number chosen on a line; a native range input. */
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
