/** A decimal string with two decimals, rounded down; one below 1 keeps all it has, or it would look like nothing. */
export function truncateAmount(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return whole === '0' || fraction.length <= 2 ? amount : `${whole}.${fraction.slice(0, 2)}`
}
