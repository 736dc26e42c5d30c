import styles from './provider-frame.module.css'

/**
 * Classes of the screen around another provider's game: the bar with its `name`, the `stage` with the `frame`, the
 * `cover` that says why nothing is seen, and the link `back` from the frame, which only the keyboard shows. `data-framed`
 * on the root gives it the whole screen of a phone.
 */
export const providerFrameClass = styles as Record<
  'screen' | 'bar' | 'name' | 'stage' | 'frame' | 'cover' | 'back',
  string
>
