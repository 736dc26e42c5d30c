import styles from './play-frame.module.css'

/**
 * Classes of a play screen. `panel` is the bet panel, a card on wide screens; `order` groups amount and button;
 * `action` is the large `Button`, which also says why it is disabled; `multiplier` stands beside the sum on it.
 */
export const playFrameClass = styles as Record<'stage' | 'panel' | 'order' | 'action' | 'multiplier', string>
