const TONE = { muted: 'text-text-2 hover:text-text', jade: 'text-jade' } as const

/** A quiet button with an icon at the foot of the bet panel; `jade` is for fairness. */
export function footLinkClass(tone: keyof typeof TONE = 'muted'): string {
  return `tap inline-flex items-center gap-1.75 rounded-1 text-fs-3 font-650 ${TONE[tone]}`
}
