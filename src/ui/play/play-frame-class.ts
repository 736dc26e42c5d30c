import styles from './PlayFrame.module.css'

/** Looks of the two halves of a play screen: the stage, and the bet panel, which is a card on wide screens. */
export const playFrameClass = { stage: `${styles.stage}`, panel: `${styles.panel}` }
