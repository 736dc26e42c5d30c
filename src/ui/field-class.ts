/** The box around an input with its icon; it shows the input's focus. */
export function fieldBoxClass(invalid = false, compact = false): string {
  return `field-box flex items-center gap-2.5 ${compact ? 'min-h-10' : 'min-h-11.5'} px-3.5 rounded-2 bg-surface-3 border text-text-3 ${invalid ? 'border-danger' : 'border-transparent'}`
}
