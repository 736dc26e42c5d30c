/** Marks a row that was not read yet; say it in words, too. */
export function UnreadDot() {
  return <span aria-hidden className="block size-2.25 rounded-full bg-brand" />
}
