/** Code of a link. No schema, because this is in the first load. */
export const giftSearch = ({ code }: { readonly code?: unknown }): { code?: string } =>
  /^[\w-]{4,50}$/.test(String(code ?? '')) ? { code: String(code) } : {}
