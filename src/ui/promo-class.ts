/** A bright strip for an offer: a button or `Link` around `PromoContent`. */
export const promoClass =
  'press relative isolate flex items-center justify-between gap-3 w-full overflow-hidden rounded-3 bg-grad-brand p-4 text-left text-on-brand'
