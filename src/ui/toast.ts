import { createStore, type ReadableStore } from '#lib/store.ts'

export type ToastTone = 'danger' | 'success' | 'info'

export interface ToastOptions {
  message: string
  tone?: ToastTone
  /** Milliseconds before the toast fades. */
  durationMs?: number
  action?: ToastAction
}

interface ToastAction {
  label: string
  onPress: () => void
}

export interface Toast {
  id: number
  message: string
  tone: ToastTone
  action: ToastAction | undefined
  isLeaving: boolean
}

interface Clock {
  durationMs: number
  remainingMs: number
  startedAt: number
  timer: ReturnType<typeof setTimeout> | undefined
}

const DEFAULT_DURATION_MS = 3000
export const TOAST_FADE_MS = 200
const MAX_TOASTS = 2

const store = createStore<readonly Toast[]>([])
const clocks = new Map<number, Clock>()
let nextId = 1
let isPaused = false

/** Visible toasts, oldest first. */
export const toasts: ReadableStore<readonly Toast[]> = store

/** If the same message is already visible, its time starts again instead. */
export function toast(options: ToastOptions): void {
  const { message, tone = 'danger', durationMs = DEFAULT_DURATION_MS, action } = options
  const same = store.get().find((each) => !each.isLeaving && each.message === message && each.tone === tone)
  if (same) {
    // Use the newest action.
    store.set(store.get().map((each) => (each === same ? { ...each, action } : each)))
    startClock(same.id, durationMs)
    return
  }
  const id = nextId++
  const shown = [...store.get(), { id, message, tone, action, isLeaving: false }]
  for (const dropped of shown.slice(0, -MAX_TOASTS)) stopClock(dropped.id)
  store.set(shown.slice(-MAX_TOASTS))
  startClock(id, durationMs)
}

export function dismissToast(id: number): void {
  stopClock(id)
  store.set(store.get().map((each) => (each.id === id ? { ...each, isLeaving: true } : each)))
  setTimeout(() => store.set(store.get().filter((each) => each.id !== id)), TOAST_FADE_MS)
}

/** Stops the timers while a toast has pointer or focus. */
export function pauseToasts(): void {
  if (isPaused) return
  isPaused = true
  for (const clock of clocks.values()) {
    clearTimeout(clock.timer)
    clock.remainingMs -= performance.now() - clock.startedAt
  }
}

export function resumeToasts(): void {
  if (!isPaused) return
  isPaused = false
  for (const [id, clock] of clocks) run(id, clock)
}

export function clearToasts(): void {
  for (const id of [...clocks.keys()]) stopClock(id)
  isPaused = false
  store.set([])
}

function startClock(id: number, durationMs: number): void {
  stopClock(id)
  const clock: Clock = { durationMs, remainingMs: durationMs, startedAt: performance.now(), timer: undefined }
  clocks.set(id, clock)
  if (!isPaused) run(id, clock)
}

function run(id: number, clock: Clock): void {
  clock.startedAt = performance.now()
  clock.timer = setTimeout(() => dismissToast(id), Math.max(0, clock.remainingMs))
}

function stopClock(id: number): void {
  clearTimeout(clocks.get(id)?.timer)
  clocks.delete(id)
}
