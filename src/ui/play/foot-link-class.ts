const TONE = { muted: 'text-text-2 hover:text-text', jade: 'text-jade' } as const

/** Looks of a quiet button with an icon at the foot of the bet panel; `jade` marks what is about fairness. */
export function footLinkClass(tone: keyof typeof TONE = 'muted'): string {
  return `tap inline-flex items-center gap-1.75 rounded-1 text-fs-3 font-650 ${TONE[tone]}`
}
