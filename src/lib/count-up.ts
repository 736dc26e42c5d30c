interface Count {
  readonly from: bigint
  readonly to: bigint
  readonly decimals: number
  /** Digits of the fraction that move. */
  readonly places?: number
  readonly milliseconds: number
  /** Gets the amount of each frame; undefined when the count is over. */
  readonly show: (amount: bigint | undefined) => void
}

/** Counts up frame by frame. A tap or a key ends it; so does the returned function. */
export function countUp({ from, to, decimals, places = 2, milliseconds, show }: Count): () => void {
  const step = 10n ** BigInt(Math.max(0, decimals - places))
  const steps = Number((to - from) / step)
  const startedAt = performance.now()
  let frame = 0

  const draw = () => {
    const time = (performance.now() - startedAt) / milliseconds
    if (time >= 1) return end()
    const share = 1 - (1 - Math.max(0, time)) ** 3
    show(from + BigInt(Math.floor(steps * share)) * step)
    frame = requestAnimationFrame(draw)
  }
  const end = () => {
    cancelAnimationFrame(frame)
    stopSkip()
    show(undefined)
  }
  const stopSkip = onSkip(end)
  draw()
  return end
}

/** Calls back once, at the next tap or key anywhere, and when the page is hidden. */
export function onSkip(skip: () => void): () => void {
  const controller = new AbortController()
  const options = { capture: true, passive: true, signal: controller.signal }
  for (const type of ['pointerdown', 'keydown', 'visibilitychange']) {
    document.addEventListener(type, skip, options)
  }
  return () => controller.abort()
}
