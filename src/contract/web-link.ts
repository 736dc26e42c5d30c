import * as v from 'valibot'

/** Stored answers come from outside the app, so only web pages are accepted, no `javascript:` URLs. */
export const WebLinkSchema = v.pipe(v.string(), v.regex(/^https?:\/\//))
