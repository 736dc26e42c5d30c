import type { Point } from '#ui/play/win-petals.ts'

/** Where the stage says that the win is, or its middle. */
export function placeOfWin(stage: HTMLElement | null): Point {
  const place = stage?.querySelector('[data-win-place]') ?? stage
  return place ? middleOf(place) : { x: window.innerWidth / 2, y: window.innerHeight / 3 }
}

/** The balance on the screen; undefined while it is scrolled away. */
export function goalOfCoins(): Point | undefined {
  const goals = [...document.querySelectorAll('[data-win-goal]')].filter((goal) => goal.checkVisibility())
  const goal = goals[0] && middleOf(goals[0])
  return goal && goal.y > 0 && goal.y < window.innerHeight ? goal : undefined
}

function middleOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
