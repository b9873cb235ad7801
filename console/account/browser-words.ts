/** Browsers by what only they say of themselves: the order matters, as most name the others, too. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bHeadlessChrome\//, 'Headless Chrome'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const nameIn = (words: typeof BROWSERS, agent: string): string | undefined =>
  words.find(([pattern]) => pattern.test(agent))?.[1]

/** A browser in words, such as `Chrome on Linux`, of what it says of itself (RFC 9110 10.1.5). */
export const browserWords = (agent: string | null): string => {
  if (agent === null || agent === '') return 'Unknown browser'
  const browser = nameIn(BROWSERS, agent) ?? 'Another program'
  const system = nameIn(SYSTEMS, agent)
  return system === undefined ? browser : `${browser} on ${system}`
}
