import styles from './play-frame.module.css'

/**
 * Looks of the two halves of a play screen: the stage, and the bet panel, which is a card on wide screens. Of its
 * order, which is the amount with the button; of its action, the large `Button`, which says why it cannot be pressed;
 * and of the multiplier beside the sum on it.
 */
export const playFrameClass = styles as Record<'stage' | 'panel' | 'order' | 'action' | 'multiplier', string>
