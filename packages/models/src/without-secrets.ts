/** Removes the key, and what looks like one: servers like to quote it. */
export function withoutSecrets(words: string, apiKey: string | undefined): string {
  const masked = words.replace(/\b(sk|key|gsk|xai|pplx)-[\w*-]{6,}/g, '***')
  return apiKey === undefined || apiKey.length < 4 ? masked : masked.replaceAll(apiKey, '***')
}
