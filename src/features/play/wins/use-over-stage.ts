import { useLayoutEffect, type RefObject } from 'react'

/** Keeps an absolutely placed element as large as the stage, in the same place. */
export function useOverStage(
  cover: RefObject<HTMLElement | null>,
  stage: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const [over, under] = [cover.current, stage.current]
    if (!over || !under) return
    const place = () => {
      const parent = over.offsetParent ?? document.documentElement
      const [outer, inner] = [parent.getBoundingClientRect(), under.getBoundingClientRect()]
      const scrolled = parent === document.body ? 0 : parent.scrollTop
      over.style.top = `${inner.top - outer.top + scrolled}px`
      over.style.left = `${inner.left - outer.left}px`
      over.style.width = `${inner.width}px`
      over.style.height = `${inner.height}px`
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(under)
    return () => observer.disconnect()
  }, [cover, stage])
}
