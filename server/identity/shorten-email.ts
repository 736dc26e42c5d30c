/** Example: `k•••@koi.example`. The owner recognizes it; nobody else can use it. */
export function shortenEmail(email: string): string {
  return `${email.charAt(0)}•••${email.slice(email.lastIndexOf('@'))}`
}
