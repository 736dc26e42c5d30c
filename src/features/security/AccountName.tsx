/** Tells a password manager whose password is asked for; nobody sees it. */
export function AccountName({ email }: { email: string | null }) {
  return <input type="email" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
}
