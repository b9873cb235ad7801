import type { PatternRule } from './pattern-rules.ts'

const WORD = String.raw`[\p{L}'’.-]{1,30}`
const STREET = `(?:street|st|road|rd|avenue|ave|av|boulevard|blvd|lane|ln|drive|dr|court|ct|place|pl|square|sq|terrace|crescent|close|way|parkway|pkwy|highway|hwy|row|gardens|grove|hill|mews|walk|loop|circle|cir|trail)`

/** Addresses: streets with numbers, postcodes with a place. */
export const PLACES: readonly PatternRule[] = [
  {
    kind: 'ADDRESS',
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}.,])\d{1,5}[A-Za-z]?,?\s(?:${WORD}\s){1,3}${STREET}(?![\p{L}])\.?(?:,?\s(?:apt|apartment|unit|suite|ste|flat|#)\.?\s?[\p{L}\p{N}-]{1,8})?(?:,\s${WORD}(?:\s${WORD})?(?:,?\s[A-Z]{2}(?:\s\d{5}(?:-\d{4})?)?)?)?`,
      'giu',
    ),
  },
  {
    kind: 'ADDRESS',
    pattern:
      /(?<![\p{L}])[\p{L}-]{2,30}(?:straße|strasse|str\.|weg|gasse|platz|allee|straat|laan|gatan|vägen)\s\d{1,4}\s?[a-z]?(?![\p{L}\p{N}])(?:,?\s\d{4,5}\s\p{Lu}\p{L}{1,30})?/giu,
  },
  {
    kind: 'ADDRESS',
    pattern:
      /(?<![\p{L}\p{N}])(?:\d{1,4}(?:\s?(?:bis|ter))?,?\s)?(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Pp]lace|[Cc]hemin|[Aa]llée|[Ii]mpasse|[Cc]alle|[Aa]venida|[Pp]laza|[Pp]aseo|[Vv]ia|[Vv]iale|[Pp]iazza|[Cc]orso|[Rr]ua)\s(?:(?:de|del|della|di|du|des|la|le|las|los|l'|d'|da|do)\s?){0,2}\p{Lu}[\p{L}'’-]{1,30}(?:\s\p{Lu}[\p{L}'’-]{1,30})?(?:,?\s(?:n[.º°]?\s?)?\d{1,4})?(?:,?\s\d{5}\s\p{Lu}\p{L}{1,30})?/gu,
  },
  // A postcode of the United Kingdom covers about a dozen houses.
  { kind: 'ADDRESS', pattern: /(?<![A-Za-z0-9])(?:[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})(?![A-Za-z0-9])/g },
  { kind: 'ADDRESS', pattern: /(?<![\p{L}\p{N}])(?:\p{Lu}\p{L}{1,20}\s?){1,2},?\s[A-Z]{2}\s\d{5}(?:-\d{4})?(?!\d)/gu },
  { kind: 'ADDRESS', pattern: /(?<![\p{L}])p\.?\s?o\.?\s?box\s\d{1,6}/giu },
  { kind: 'ADDRESS', pattern: /(?<![\p{L}\p{N}])(?:apt|apartment|flat)\.?\s#?\d{1,4}[A-Za-z]?(?![\p{L}\p{N}])/giu },
]
