import styles from './play-frame.module.css'

/**
 * Classes of a play screen. `desk` stands under the stage on wide screens; `panel` is the bet panel, a card there;
 * `order` groups amount and button; `action` is the large `Button`, which also says why it is disabled; `multiplier`
 * stands beside the sum on it.
 */
export const playFrameClass = styles as Record<
  'screen' | 'stage' | 'desk' | 'panel' | 'order' | 'action' | 'multiplier',
  string
>
