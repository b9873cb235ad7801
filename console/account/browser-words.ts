/** Browsers, matched in this order, because most user agents also name other browsers. */
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

const nameIn = (patterns: typeof BROWSERS, agent: string): string | undefined =>
  patterns.find(([pattern]) => pattern.test(agent))?.[1]

/** Returns a browser name such as `Chrome on Linux` from a user agent (RFC 9110 section 10.1.5). */
export const browserWords = (agent: string | null): string => {
  if (agent === null || agent === '') return 'Unknown browser'
  const browser = nameIn(BROWSERS, agent) ?? 'Unknown client'
  const system = nameIn(SYSTEMS, agent)
  return system === undefined ? browser : `${browser} on ${system}`
}
